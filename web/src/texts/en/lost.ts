/** Keys that are reported lost. */
export const lost = {
  badge: 'Lost',
  head: 'Lost since {{time}}, reported by {{by}}',
  note: '“{{note}}”',
  report: 'Report lost',
  found: 'Found',
  title: 'Report key lost',
  text: 'Until {{name}} is reported found, no one may take it out, and it opens nothing. An OKM that is offline learns of it when it is back online.',
  noteLabel: 'Note',
  noteHint: 'Where it was last seen, or who looks for it',
  done: '{{name}} is reported lost',
  foundDone: 'The key may be used again',
  foundFailed: 'The key could not be reported found',
};

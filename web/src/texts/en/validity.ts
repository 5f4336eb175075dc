/** The period in which a profile may act: its form, badges and 'End now'. */
export const validity = {
  help: 'Before and after, this person cannot sign in or use devices.',
  always: 'From the start',
  forever: 'Without an end',
  state: { notYetValid: 'Not yet valid: from {{time}}', ends: 'Ends {{time}}', ended: 'Ended {{time}}' },
  clock: {
    skipped: 'At {{time}} the clocks have gone forward: {{meant}} is meant.',
    twice: '{{time}} comes twice that night, as the clocks go back: the first time is meant.',
  },
  endNow: 'End now',
  title: 'End validity now',
  question: '{{name}} cannot sign in or use devices from now on.',
  sessions: 'The person is signed out everywhere at once, and links to set a password stop working.',
  kept: 'The profile stays, with its roles and groups. A new end lets the person in again.',
  done: '{{name}} can no longer sign in or use devices.',
  failure: 'Failed to end the validity',
};

/** A list on paper. */
export const print = {
  title: 'Print',
  reading: 'Reading rows: {{rows, number}} of {{total, number}}',
  failed: 'The list could not be printed.',
  zone: 'Time zone',
  printed: 'Printed',
  by: '{{time}}, by {{name}}',
  rows: 'Rows',
  some: '{{rows, number}} of {{total, number}}',
  all: '{{count, number}}',
  loadedOnly: 'Only the rows that were loaded are printed. “Print…” in the view options prints all of them.',
  limited: 'Only the first {{limit, number}} rows are printed. Narrow the list, or download it as CSV.',
};

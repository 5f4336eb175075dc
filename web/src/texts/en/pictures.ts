/** Texts of all pictures of events over time. */
export const pictures = {
  events_one: '{{count, number}} event',
  events_other: '{{count, number}} events',
  partial: 'partial',
  table: 'Show as table',
  time: 'Time',
};

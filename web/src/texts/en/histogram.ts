/** The bars above the list of events. */
export const histogram = {
  title: 'Events over time',
  about: {
    quarterHour: 'Events per quarter of an hour',
    hour: 'Events per hour',
    threeHours: 'Events per three hours',
    day: 'Events per day',
    week: 'Events per week',
    month: 'Events per month',
    year: 'Events per year',
  },
  keys: 'Arrow keys move between the bars, Shift with an arrow key selects several, Enter narrows the list to their time.',
  back: 'Back to {{range}}',
  always: 'all times',
  none: 'No events to draw',
  tooWide: 'Too many events to count within a second. Choose a shorter time or other filters.',
  failed: 'The bars could not be read.',
  stale: 'These bars are from {{time}}. Newer ones could not be read.',
  events: 'Events',
};

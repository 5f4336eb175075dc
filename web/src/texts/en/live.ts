/** What a list says of changes on the server. */
export const live = {
  new: {
    event_one: '{{count, number}} new event',
    event_other: '{{count, number}} new events',
    device_one: '{{count, number}} new device',
    device_other: '{{count, number}} new devices',
    row_one: '{{count, number}} new row',
    row_other: '{{count, number}} new rows',
  },
  changed: 'The list has changed. Show it again',
};

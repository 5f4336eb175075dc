import type { NoticeTexts } from '@keyward/contract/texts/shape';

/** The inbox of the header, and the texts of its entries there and in mails. */
export const inbox = {
  title: 'Inbox',
  bellUnread_one: 'Inbox, {{count, number}} unread entry',
  bellUnread_other: 'Inbox, {{count, number}} unread entries',
  all: 'All',
  unread: 'Unread',
  markAll: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  new: 'Unread',
  older: 'Show older',
  failed: 'The inbox could not be read.',
  empty: {
    title: 'Nothing here yet',
    hint: 'What you asked to be told about appears here.',
  },
  nothingUnread: {
    title: 'Everything is read',
    hint: 'New entries appear here.',
  },
  says: {
    several_one: '{{count, number}} notice',
    several_other: '{{count, number}} notices',
    watchRows_one: '{{watch}}: {{count, number}} new row',
    watchRows_other: '{{watch}}: {{count, number}} new rows',
    watchCount_one: '{{watch}}: {{count, number}} row, more than {{limit, number}}',
    watchCount_other: '{{watch}}: {{count, number}} rows, more than {{limit, number}}',
    watchStill_one: '{{watch}}: still {{count, number}} row after {{minutes, number}} min',
    watchStill_other: '{{watch}}: still {{count, number}} rows after {{minutes, number}} min',
    watchCleared: '{{watch}}: back to normal',
    watchAsleep: '{{watch}}: on hold, because you may no longer read its list',
    watchBroken: '{{watch}}: on hold, because something that it filters by no longer exists',
    watchWide: '{{watch}}: on hold, because its list has more rows than it can compare',
    reportAsleep: '{{report}}: on hold, because you may no longer read or export its list',
    reportBroken: '{{report}}: on hold, because something that it filters by no longer exists',
    reportNoAddress: '{{report}}: on hold, because you have no email address',
    reportNoCards: '{{report}}: on hold, because none of your cards is shown on Insights',
    closingAlert:
      '{{location}}: not in order at closing (keys out: {{keys, number}}, locks not secured: {{locks, number}}, OKMs offline: {{okms, number}})',
    closingEscalation:
      '{{location}}: still not in order after closing (keys out: {{keys, number}}, locks not secured: {{locks, number}}, OKMs offline: {{okms, number}})',
    closingCleared: '{{location}}: all in order',
  } satisfies NoticeTexts,
};

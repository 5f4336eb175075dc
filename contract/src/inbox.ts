import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cleanText, id, idParams, instant } from './text.ts';
import { limits } from './limits.ts';

/** Kinds of entries. The text of each is in `texts/<language>/inbox.ts`, for the portal and for mails. */
export const noticeKinds = [
  'watchRows',
  'watchCount',
  'watchStill',
  'watchCleared',
  'watchAsleep',
  'watchBroken',
  'watchWide',
  'reportAsleep',
  'reportBroken',
  'reportNoAddress',
  'reportNoCards',
  'closingAlert',
  'closingEscalation',
  'closingCleared',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Values for the text of an entry. `time` is an instant, shown in the reader's zone; numbers are formatted. */
const noticeDetails = z.record(z.string(), z.union([z.string(), z.number()]));
export type NoticeDetails = z.infer<typeof noticeDetails>;

const entry = z.object({
  id,
  kind: z.enum(noticeKinds),
  details: noticeDetails,
  /** The page of the portal that it is about. */
  path: z.string(),
  created_at: instant,
  read: z.boolean(),
});
export type InboxEntry = z.infer<typeof entry>;

export const inbox = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/inbox',
    summary: 'The entries of one’s own inbox, the latest first.',
    needs: 'session',
    query: z.object({
      /** `true`: unread entries only. */
      unread: z.literal('true').optional(),
      /** The `next` of the page before. */
      cursor: cleanText(limits.token).optional(),
    }),
    reply: z.object({
      data: z.array(entry),
      /** The number of unread entries, on all pages. */
      unread: z.int(),
      /** Absent on the last page. */
      next: z.string().optional(),
    }),
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/v1/inbox/unread',
    summary: 'The number of unread entries in one’s own inbox.',
    needs: 'session',
    background: true,
    reply: z.object({ data: z.object({ unread: z.int() }) }),
  }),
  mark: endpoint({
    method: 'PATCH',
    path: '/api/v1/inbox/:id',
    summary: 'Mark an entry of one’s own inbox as read or unread.',
    needs: 'session',
    params: idParams,
    body: z.object({ read: z.boolean() }),
    repeatable: true,
  }),
  markAll: endpoint({
    method: 'POST',
    path: '/api/v1/inbox/read',
    summary:
      'Mark entries of one’s own inbox as read: those that were seen, and all from an entry on that is older than they are.',
    needs: 'session',
    body: z.object({
      ids: z.array(id).max(limits.inboxMarks, { error: 'tooMany' }).default([]),
      /** This one and all older ones. */
      until: id.optional(),
    }),
    repeatable: true,
  }),
};

import { inbox } from '@keyward/contract/inbox';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { countUnread } from './queries.ts';
import { mark, markAll, readInbox } from './service.ts';

export function inboxRoutes(app: FastifyInstance): void {
  route(app, inbox.list, ({ db, actor, query: { cursor, unread } }) =>
    readInbox(db, actor, { unread: unread === 'true', ...(cursor === undefined ? {} : { cursor }) }),
  );
  route(app, inbox.unread, async ({ db, actor }) => ({ data: { unread: await countUnread(db, actor.id) } }));
  route(app, inbox.mark, ({ db, actor, params, body }) => mark(db, actor, params.id, body.read));
  route(app, inbox.markAll, ({ db, actor, body }) => markAll(db, actor, body));
}

import { watches } from '@keyward/contract/watches';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { versionedReplies } from '#core/http/versioned-replies.ts';
import { watchChanges } from '#core/watches/job.ts';
import {
  changeWatch,
  createWatch,
  followView,
  previewWatch,
  readAllWatches,
  readWatch,
  readWatches,
  removeWatch,
} from './service.ts';

const { reply, reread } = versionedReplies(readWatch, (watch) => watch);

export function watchRoutes(app: FastifyInstance): void {
  watchChanges(app);
  route(app, watches.list, async ({ db, actor }) => ({ data: await readWatches(db, actor) }));
  route(app, watches.all, ({ db, actor, query }) => readAllWatches(db, actor, query.cursor));
  route(
    app,
    watches.create,
    async ({ db, actor, body, http }) => reply(http, await createWatch(db, actor, body)),
    reread,
  );
  route(
    app,
    watches.update,
    async ({ db, actor, params, body, http }) =>
      reply(http, await changeWatch(db, actor, params.id, body, http.ifMatch)),
    reread,
  );
  route(
    app,
    watches.follow,
    async ({ db, actor, params, http }) => reply(http, await followView(db, actor, params.id)),
    reread,
  );
  route(app, watches.remove, ({ db, actor, params }) => removeWatch(db, actor, params.id));
  route(app, watches.preview, async ({ db, actor, body }) => ({ data: await previewWatch(db, actor, body) }));
}

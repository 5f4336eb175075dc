import { reports } from '@keyward/contract/reports';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { versionedReplies } from '#core/http/versioned-replies.ts';
import {
  changeReport,
  createReport,
  readAllReports,
  readReport,
  readReports,
  removeReport,
  restoreReport,
} from './service.ts';

const { reply, reread } = versionedReplies(readReport, (report) => report);

export function reportRoutes(app: FastifyInstance): void {
  route(app, reports.list, async ({ db, actor }) => ({ data: await readReports(db, actor) }));
  route(app, reports.all, ({ db, actor, query }) => readAllReports(db, actor, query.cursor));
  route(
    app,
    reports.create,
    async ({ db, actor, body, http }) => reply(http, await createReport(db, actor, body)),
    reread,
  );
  route(
    app,
    reports.update,
    async ({ db, actor, params, body, http }) =>
      reply(http, await changeReport(db, actor, params.id, body, http.ifMatch)),
    reread,
  );
  route(app, reports.remove, ({ db, actor, params }) => removeReport(db, actor, params.id));
  route(
    app,
    reports.restore,
    async ({ db, actor, params, http }) => reply(http, await restoreReport(db, actor, params.id)),
    reread,
  );
}

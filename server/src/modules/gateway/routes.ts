import { gateway } from '@keyward/contract/gateway';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { routeWait } from '#core/http/route-wait.ts';
import { createPolls } from '#core/live/polls.ts';
import { addGauge } from '#core/metrics.ts';
import type { Services } from '#core/module.ts';
import { handAccess } from './access.ts';
import { waitForChanges } from './changes.ts';
import { confirmAccess } from './confirm.ts';
import { applyReports } from './service.ts';

export function gatewayRoutes(app: FastifyInstance, { vault }: Services) {
  const polls = createPolls(app.deps.pool, app.log);
  addGauge(
    app.deps.metrics,
    { name: 'keyward_polls_waiting', help: 'Controllers whose call waits for a change' },
    () => [{ value: polls.size() }],
  );
  // ends the polls before the server waits for open connections
  app.addHook('preClose', () => polls.close());
  route(app, gateway.reports, ({ db, actor, body }) => applyReports(db, actor, body.reports));
  route(app, gateway.access, ({ db, actor, query, http }) => handAccess(db, vault, actor, { held: query, http }));
  route(app, gateway.confirm, ({ db, actor, body }) => confirmAccess(db, actor, body));
  routeWait(app, gateway.changes, (context) => waitForChanges(polls, context));
}

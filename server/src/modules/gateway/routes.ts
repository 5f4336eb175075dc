import { gateway } from '@keyward/contract/gateway';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { describeAccess } from './access.ts';
import { applyReports } from './service.ts';

export function gatewayRoutes(app: FastifyInstance) {
  route(app, gateway.reports, ({ db, actor, body }) => applyReports(db, actor, body.reports));
  route(app, gateway.access, async ({ db, actor }) => ({ data: await describeAccess(db, actor) }));
}

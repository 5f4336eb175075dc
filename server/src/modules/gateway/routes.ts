import { gateway } from '@keyward/contract/gateway';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/route.ts';
import { applyReports } from './service.ts';

export function gatewayRoutes(app: FastifyInstance) {
  route(app, gateway.reports, ({ db, actor, body }) => applyReports(db, actor, body.reports));
}

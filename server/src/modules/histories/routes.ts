import { histories } from '@keyward/contract/device-history';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { readDeviceHistory, readProfileHistory } from './service.ts';

export function historyRoutes(app: FastifyInstance) {
  route(app, histories.device, async ({ db, actor, params, query }) => ({
    data: await readDeviceHistory(db, actor, params.id, query),
  }));
  route(app, histories.profile, async ({ db, actor, params, query }) => ({
    data: await readProfileHistory(db, actor, params.id, query),
  }));
}

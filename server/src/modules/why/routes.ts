import { why } from '@keyward/contract/why';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { explainDevice, explainPermission, judgeDevices, judgePeople } from './service.ts';

export function whyRoutes(app: FastifyInstance) {
  route(app, why.device, async ({ db, actor, params }) => ({ data: await explainDevice(db, actor, params) }));
  route(app, why.devices, async ({ db, actor, params, query }) => ({
    data: await judgeDevices(db, actor, params.id, query.ids),
  }));
  route(app, why.people, async ({ db, actor, params, query }) => ({
    data: await judgePeople(db, actor, params.id, query.ids),
  }));
  route(app, why.permission, async ({ db, actor, params }) => ({ data: await explainPermission(db, actor, params) }));
}

import { propagations } from '@keyward/contract/propagation';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { propagationOfDevice, propagationOfKey, propagationOfProfile } from './service.ts';

export function propagationRoutes(app: FastifyInstance) {
  route(app, propagations.user, async ({ db, actor, params }) => ({
    data: await propagationOfProfile(db, actor, params.id),
  }));
  route(app, propagations.device, async ({ db, actor, params }) => ({
    data: await propagationOfDevice(db, actor, params.id),
  }));
  route(app, propagations.secureKey, async ({ db, actor, params }) => ({
    data: await propagationOfKey(db, actor, params.id),
  }));
}

import { groups } from '@keyward/contract/groups';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/route.ts';
import { tagDefinitions } from '#core/tags.ts';

export function groupRoutes(app: FastifyInstance) {
  route(app, groups.definitions, async ({ db, query }) => ({
    data: await tagDefinitions(db, {
      type: query.type === undefined ? undefined : query.type === '0' ? 0 : 1,
      objectType: query.object_type,
      isLocation: query.is_location === undefined ? undefined : query.is_location === 'true',
    }),
  }));
}

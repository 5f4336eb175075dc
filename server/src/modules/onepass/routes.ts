import { secureKeys } from '@keyward/contract/onepass';
import type { FastifyInstance } from 'fastify';
import { json } from '#core/http/reply.ts';
import { route } from '#core/http/route.ts';
import { listJson } from '#core/list/reply.ts';
import type { Services } from '#core/module.ts';
import { keyList } from './list.ts';
import { createKey, getKey } from './service.ts';

const msg = 'OnePASS key created successfully!';

export function keyRoutes(app: FastifyInstance, { vault }: Pick<Services, 'vault'>) {
  route(app, secureKeys.list, async ({ db, actor, query }) => json(await listJson(db, actor, keyList, query)));
  route(app, secureKeys.get, async ({ db, actor, params }) => ({ data: await getKey(db, actor, params.id) }));
  route(
    app,
    secureKeys.create,
    async ({ db, actor, body }) => {
      const data = await createKey(db, actor, vault, body);
      return { id: data.id, data, msg };
    },
    async ({ db, actor }, id) => ({ id, data: await getKey(db, actor, id), msg }),
  );
}

import { permissionDefinitions, roles } from '@keyward/contract/roles';
import type { FastifyInstance } from 'fastify';
import { type Exchange, versioned } from '#core/http/exchange.ts';
import { route } from '#core/http/route.ts';
import type { Db } from '#db/tenant.ts';
import { previewRole } from './impact.ts';
import { changeRole, createRole, getRole, listRoles, removeRole } from './service.ts';

const reread = async ({ db, http }: { db: Db; http: Exchange }, id: string) => ({
  data: versioned(http, await getRole(db, id)),
});

export function roleRoutes(app: FastifyInstance) {
  route(app, roles.list, ({ db, query }) => listRoles(db, query.page ?? 1));
  route(app, roles.permissions, async () => ({ data: permissionDefinitions }));
  route(
    app,
    roles.create,
    async ({ db, actor, body, http }) => ({ data: versioned(http, await createRole(db, actor, body)) }),
    reread,
  );
  route(
    app,
    roles.update,
    async ({ db, actor, params, body, http }) => ({
      data: versioned(http, await changeRole(db, actor, params.id, body, http.ifMatch)),
    }),
    reread,
  );
  route(app, roles.remove, ({ db, actor, params }) => removeRole(db, actor, params.id));
  route(app, roles.impact, async ({ db, actor, params, body }) => ({
    data: await previewRole(db, actor, params.id, body),
  }));
}

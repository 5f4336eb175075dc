import { bulkChanges } from '@keyward/contract/bulk-changes';
import { profiles } from '@keyward/contract/profiles';
import type { FastifyInstance } from 'fastify';
import { repeatedChange } from '#core/bulk/undo.ts';
import { listJson } from '#core/list/reply.ts';
import { versioned } from '#core/http/exchange.ts';
import { json } from '#core/http/reply.ts';
import { route, routeInSteps } from '#core/http/route.ts';
import { selectionSize } from '#core/list/selection.ts';
import { applyChange, previewChange } from './bulk.ts';
import { changeProfile } from './change.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { findUndo, undoChange } from './undo.ts';
import { endProfiles } from './end.ts';
import { profileList } from './list.ts';
import { pinRoutes } from './pin-routes.ts';
import { countLosses, removeProfile, removeProfiles } from './remove.ts';
import { createProfile, getProfile, type Services } from './service.ts';

export function profileRoutes(app: FastifyInstance, services: Services) {
  const { vault } = services;
  pinRoutes(app, services);
  deletionRoutes(app, services);
  route(app, profiles.list, async ({ db, actor, query }) => json(await listJson(db, actor, profileList, query)));
  route(app, profiles.get, async ({ db, actor, params, http }) => ({
    data: versioned(http, await getProfile(db, actor, params.id)),
  }));
  routeInSteps(
    app,
    profiles.create,
    async ({ step, body, http }) => ({
      data: versioned(http, await createProfile(step, services, body)),
      msg: 'Profile added successfully',
    }),
    async ({ db, actor, http }, id) => ({
      data: versioned(http, await getProfile(db, actor, id)),
      msg: 'Profile added successfully',
    }),
  );
  routeInSteps(
    app,
    profiles.update,
    async ({ step, params, body, http }) => ({
      data: versioned(http, await changeProfile(step, services, params.id, body, http.ifMatch)),
      msg: 'Profile updated successfully',
    }),
    async ({ db, actor, http }, id) => ({
      data: versioned(http, await getProfile(db, actor, id)),
      msg: 'Profile updated successfully',
    }),
  );
  route(app, profiles.remove, ({ db, actor, params }) => removeProfile(db, vault, actor, params.id));
  route(
    app,
    profiles.removeMany,
    ({ db, actor, body }) => removeProfiles(db, vault, actor, body),
    async ({ body }) => ({ deleted: selectionSize(body) }),
  );
  route(app, profiles.losses, async ({ db, actor, body }) => ({ data: await countLosses(db, actor, body) }));
  route(
    app,
    profiles.end,
    async ({ db, actor, body }) => ({ data: await endProfiles(db, actor, body) }),
    async ({ db }, id) => ({ data: await repeatedChange(db, 'profiles', id) }),
  );
  route(app, bulkChanges.preview, async ({ db, actor, body }) => ({ data: await previewChange(db, actor, body) }));
  route(
    app,
    bulkChanges.apply,
    async ({ db, actor, body }) => ({ data: await applyChange(db, actor, services, body) }),
    async ({ db, body: { rows, change } }, id) => ({
      data: await repeatedChange(db, 'profiles', id, change.kind === 'sendReset' ? selectionSize(rows) : 0),
    }),
  );
  route(app, bulkChanges.ofEvent, async ({ db, actor, query }) => ({ data: await findUndo(db, actor, query.event) }));
  route(
    app,
    bulkChanges.undo,
    async ({ db, actor, params }) => ({ data: await undoChange(db, actor, services, params.id) }),
    async ({ db }, id) => ({ data: await repeatedChange(db, 'profiles', id) }),
  );
}

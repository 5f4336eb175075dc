import { deviceChanges } from '@keyward/contract/device-changes';
import { devices } from '@keyward/contract/devices';
import type { FastifyInstance } from 'fastify';
import { repeatedChange } from '#core/bulk/undo.ts';
import { listJson } from '#core/list/reply.ts';
import { versioned } from '#core/http/exchange.ts';
import { json } from '#core/http/reply.ts';
import { route } from '#core/http/route.ts';
import { selectionSize } from '#core/list/selection.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { applyChange, findUndo, previewChange, undoChange } from './bulk.ts';
import { deviceList } from './list.ts';
import { reportFound, reportLost } from './lost.ts';
import { countLosses, removeDevice, removeDevices } from './remove.ts';
import { replaceDevice } from './replace.ts';
import { changeDevice, createDevice, getDevice } from './service.ts';
import { issueToken, listTokens, revokeToken } from './tokens.ts';

export function deviceRoutes(app: FastifyInstance, { vault }: { vault: Vault }) {
  deletionRoutes(app, vault);
  route(app, devices.list, async ({ db, actor, query }) => json(await listJson(db, actor, deviceList, query)));
  route(app, devices.get, async ({ db, actor, params, http }) => ({
    data: versioned(http, await getDevice(db, actor, params.id)),
  }));
  route(
    app,
    devices.create,
    async ({ db, actor, body, http }) => ({
      data: versioned(http, await createDevice(db, actor, body)),
      msg: 'Device added successfully',
    }),
    async ({ db, actor, http }, id) => ({
      data: versioned(http, await getDevice(db, actor, id)),
      msg: 'Device added successfully',
    }),
  );
  route(
    app,
    devices.update,
    async ({ db, actor, params, body, http }) => ({
      msg: 'Device updated successfully',
      device: versioned(http, await changeDevice(db, actor, params.id, body, http.ifMatch)),
    }),
    async ({ db, actor, http }, id) => ({
      msg: 'Device updated successfully',
      device: versioned(http, await getDevice(db, actor, id)),
    }),
  );
  route(
    app,
    devices.replace,
    async ({ db, actor, params, body }) => ({
      msg: 'Device replaced successfully',
      device: await replaceDevice(db, actor, params.id, body),
    }),
    async ({ db, actor }, id) => ({ msg: 'Device replaced successfully', device: await getDevice(db, actor, id) }),
  );
  route(app, devices.remove, ({ db, actor, params }) => removeDevice(db, vault, actor, params.id));
  route(
    app,
    devices.removeMany,
    ({ db, actor, body }) => removeDevices(db, vault, actor, body),
    async ({ body }) => ({ deleted: selectionSize(body) }),
  );
  route(app, devices.losses, async ({ db, actor, body }) => ({ data: await countLosses(db, actor, body) }));
  route(app, deviceChanges.preview, async ({ db, actor, body }) => ({ data: await previewChange(db, actor, body) }));
  route(
    app,
    deviceChanges.apply,
    async ({ db, actor, body }) => ({ data: await applyChange(db, actor, body) }),
    async ({ db }, id) => ({ data: await repeatedChange(db, 'devices', id) }),
  );
  route(app, deviceChanges.ofEvent, async ({ db, actor, query }) => ({
    data: await findUndo(db, actor, query.event),
  }));
  route(
    app,
    deviceChanges.undo,
    async ({ db, actor, params }) => ({ data: await undoChange(db, actor, params.id) }),
    async ({ db }, id) => ({ data: await repeatedChange(db, 'devices', id) }),
  );
  route(
    app,
    devices.reportLost,
    async ({ db, actor, params, body }) => ({ data: await reportLost(db, actor, params.id, body) }),
    async ({ db, actor, params }) => ({ data: await getDevice(db, actor, params.id) }),
  );
  route(
    app,
    devices.reportFound,
    async ({ db, actor, params }) => ({ data: await reportFound(db, actor, params.id) }),
    async ({ db, actor, params }) => ({ data: await getDevice(db, actor, params.id) }),
  );
  route(app, devices.tokens, async ({ db, actor, params }) => ({ data: await listTokens(db, actor, params.id) }));
  route(app, devices.issueToken, async ({ db, actor, params }) => ({
    data: await issueToken(db, vault, actor, params.id),
  }));
  route(app, devices.revokeToken, ({ db, actor, params }) => revokeToken(db, actor, params.id, params.tokenId));
}

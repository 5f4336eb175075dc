import { deletions } from '@keyward/contract/deletions';
import type { FastifyInstance } from 'fastify';
import type { Vault } from '#core/auth/secrets.ts';
import { toDeletion } from '#core/deletions/shape.ts';
import { findDeletions } from '#core/deletions/store.ts';
import { route } from '#core/http/route.ts';
import { previewDevice, restoreDevice } from './restore.ts';
import { getDevice } from './service.ts';

const msg = 'Device restored successfully';

export function deletionRoutes(app: FastifyInstance, vault: Vault) {
  route(app, deletions.devices, async ({ db, actor, query }) => {
    const { rows, total } = await findDeletions(db, vault, actor, 'device', query);
    return { data: rows.map(toDeletion), total_results: total };
  });
  route(app, deletions.device, async ({ db, actor, params }) => ({
    data: await previewDevice(db, vault, actor, params.id),
  }));
  route(
    app,
    deletions.restoreDevice,
    async ({ db, actor, params }) => ({ data: await restoreDevice(db, vault, actor, params.id), msg }),
    async ({ db, actor }, id) => ({ data: await getDevice(db, actor, id), msg }),
  );
}

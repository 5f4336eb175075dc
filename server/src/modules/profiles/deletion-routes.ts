import { deletions } from '@keyward/contract/deletions';
import type { FastifyInstance } from 'fastify';
import type { Vault } from '#core/auth/secrets.ts';
import { toDeletion } from '#core/deletions/shape.ts';
import { findDeletions } from '#core/deletions/store.ts';
import { route } from '#core/http/route.ts';
import type { DrawPin } from '#core/pins/digits.ts';
import { previewProfile, restoreProfile } from './restore.ts';
import { getProfile } from './service.ts';

const msg = 'Profile restored successfully';

export function deletionRoutes(app: FastifyInstance, services: { vault: Vault; drawPin?: DrawPin | undefined }) {
  const { vault } = services;
  route(app, deletions.users, async ({ db, actor, query }) => {
    const { rows, total } = await findDeletions(db, vault, actor, 'profile', query);
    return { data: rows.map(toDeletion), total_results: total };
  });
  route(app, deletions.user, async ({ db, actor, params }) => ({
    data: await previewProfile(db, vault, actor, params.id),
  }));
  route(
    app,
    deletions.restoreUser,
    async ({ db, actor, params }) => ({ data: await restoreProfile(db, services, actor, params.id), msg }),
    async ({ db, actor }, id) => ({ data: await getProfile(db, actor, id), msg }),
  );
}

import { lacking } from '@keyward/contract/permissions';
import { type Actor, findActingProfile } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { setOrigin } from '#core/events/origin.ts';
import { PortalError } from '#core/errors.ts';
import type { JobContext } from '#core/jobs/job.ts';
import { isSuspended } from '#core/jobs/tenants.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { assertMayImport } from './import.ts';
import { changeImport, claimImport, findImport, type StoredImport } from './import-queries.ts';

export type ImportPayload = { tenantId: string; importId: string };
export type ImportWork = {
  db: Db;
  actor: Actor;
  vault: Vault;
  stored: StoredImport;
  /** Shows the number of finished rows while the transaction is running. */
  onProgress: (done: number) => Promise<void>;
};
/** State to which a refusal returns the import. */
const before = { applying: 'ready', reverting: 'applied' } as const;

/**
 * Does the work of a state in one transaction, without the limits of a request: all or nothing, whenever it is killed.
 * Permissions are judged at the beginning and again before the commit. `work` returns a function that runs last, because it
 * writes the rows that others wait for. A refusal returns the import to its former state.
 */
export async function runImport(
  { tenantId, importId }: ImportPayload,
  { database, vault }: JobContext,
  state: keyof typeof before,
  work: (context: ImportWork) => Promise<(() => Promise<void>) | undefined>,
): Promise<void> {
  const onProgress = (done: number) =>
    inTenant(database.system, tenantId, (db) => changeImport(db, importId, { done })).catch(() => {});
  try {
    await inTenant(database.system, tenantId, async (db) => {
      // another process works on it
      if (!(await claimImport(db, importId))) return;
      const stored = await findImport(db, importId);
      if (stored?.state !== state) return;
      setOrigin(db, { system: 'portal' });
      const actor = await requireActor(db, stored);
      const finish = await work({ db, actor, vault, stored, onProgress });
      if (!finish) return;
      await assertSameRights(db, actor, stored);
      await finish();
    });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const refusal = { reason: error.code, ...(error.params ? { params: error.params } : {}) };
    await inTenant(database.system, tenantId, (db) =>
      changeImport(db, importId, { state: before[state], refusal: JSON.stringify(refusal), done: 0 }),
    );
  }
}

async function requireActor(db: Db, stored: StoredImport): Promise<Actor> {
  const actor = await findActingProfile(db, stored.acting_by ?? stored.created_by);
  if (!actor) throw new PortalError((await isSuspended(db)) ? 'organizationSuspended' : 'importNotAllowed');
  assertMayImport(actor);
  return actor;
}

/** Throws, and so rolls the rows back, if permissions were withdrawn while they were written. */
async function assertSameRights(db: Db, actor: Actor, stored: StoredImport): Promise<void> {
  const after = await requireActor(db, stored);
  const lost = lacking(after.authority.permissions, actor.authority.permissions);
  const kept = new Set(after.locations);
  const lostLocations = actor.locations.filter((location) => !kept.has(location));
  if (lost.length || (lostLocations.length && !after.allData)) {
    throw new PortalError('forbidden');
  }
}

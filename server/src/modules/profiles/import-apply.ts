import { lacking } from '@keyward/contract/permissions';
import { type Actor, findActingProfile } from '#core/auth/session.ts';
import { setOrigin } from '#core/events/origin.ts';
import { PortalError } from '#core/errors.ts';
import type { JobContext } from '#core/jobs/job.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { now } from '#db/fragments.ts';
import { assertMayImport, outcomes } from './import.ts';
import { judgeAgain, openRows, type PlannedRow, storedRow } from './import-planned.ts';
import {
  changeImport,
  claimImport,
  findImport,
  replaceRows,
  type StoredImport,
  keptAfterwards,
} from './import-queries.ts';
import { toImport } from './import-plan.ts';
import type { RowPassword, Verdict } from './import-verdict.ts';
import { writeRows } from './import-write.ts';

type Payload = { tenantId: string; importId: string };

/**
 * Applies a plan in one transaction, without the limits of a request: all or nothing, whenever it is killed. Conflicts are
 * judged by what holds now, rights at the beginning and again before the commit. A refusal makes it a plan again.
 */
export async function applyImport({ tenantId, importId }: Payload, { database, vault }: JobContext): Promise<void> {
  const beside = (done: number) =>
    inTenant(database.system, tenantId, (db) => changeImport(db, importId, { done })).catch(() => {});
  try {
    await inTenant(database.system, tenantId, async (db) => {
      // another process is at it
      if (!(await claimImport(db, importId))) return;
      const stored = await findImport(db, importId);
      if (stored?.state !== 'applying') return;
      await apply(db, { database, vault }, stored, beside);
    });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const refusal = { code: error.code, ...(error.params ? { params: error.params } : {}) };
    await inTenant(database.system, tenantId, (db) =>
      changeImport(db, importId, { state: 'ready', refusal: JSON.stringify(refusal), done: 0 }),
    );
  }
}

async function requireActor(db: Db, stored: StoredImport): Promise<Actor> {
  const actor = await findActingProfile(db, stored.acting_by ?? stored.created_by);
  if (!actor) throw new PortalError('importNotAllowed');
  assertMayImport(actor);
  return actor;
}

/** What changed since the file was checked, in a row that was to be written. */
function isStale({ decision, sealed }: PlannedRow, verdict: Verdict): boolean {
  if (decision === 'error') return false;
  const { before } = verdict;
  return (
    decision !== verdict.decision ||
    sealed.before?.id !== before?.id ||
    sealed.before?.version !== before?.version ||
    sealed.before?.passwordVersion !== before?.password_version
  );
}

async function apply(
  db: Db,
  { vault }: Pick<JobContext, 'database' | 'vault'>,
  stored: StoredImport,
  onProgress: (done: number) => Promise<void>,
): Promise<void> {
  setOrigin(db, { system: 'portal' });
  const actor = await requireActor(db, stored);
  const { options, fileName, counts } = toImport(stored);
  const planned = await openRows(db, vault, stored.id);
  const verdicts = await judgeAgain(db, actor, options, planned, { lock: true });
  const rows = planned.flatMap((row, i) => {
    const verdict = verdicts[i];
    return verdict ? [{ row, verdict, stale: isStale(row, verdict) }] : [];
  });
  const stale = rows.filter((one) => one.stale);
  if (stale.length && !stored.valid_only) {
    await replaceRows(
      db,
      stored.id,
      rows.map(({ row, verdict, stale: is }) => storedRow(db, vault, stored.id, is ? toStale(row, verdict) : row)),
    );
    await changeImport(db, stored.id, {
      state: 'ready',
      done: 0,
      refusal: JSON.stringify({ code: 'importChanged', params: { count: stale.length } }),
      counts: JSON.stringify({ ...counts, ...recount(rows) }),
    });
    return;
  }
  const writable = rows.filter(({ row, stale: is }) => !is && row.decision !== 'error').map(({ verdict }) => verdict);
  const passwords = new Map<number, RowPassword>();
  for (const { sealed } of planned) if (sealed.hashed) passwords.set(sealed.row.line, sealed.hashed);
  const name = { id: stored.id, fileName, activate: options.activate };
  const { profiles, finish } = await writeRows(db, actor, vault, name, writable, passwords, onProgress);
  const results = rows.map(({ row, verdict, stale: is }): PlannedRow => {
    const { hashed: _spent, ...sealed } = (is ? toStale(row, verdict) : row).sealed;
    const skipped = is || row.decision === 'error';
    return {
      decision: is ? 'error' : row.decision,
      outcome: skipped ? 'skipped' : outcomes[verdict.decision],
      profileId: profiles.get(verdict.line) ?? row.profileId,
      sealed,
    };
  });
  await replaceRows(
    db,
    stored.id,
    results.map((row) => storedRow(db, vault, stored.id, row)),
  );
  const count = (outcome: string) => results.filter((row) => row.outcome === outcome).length;
  await changeImport(db, stored.id, {
    state: 'applied',
    done: stored.total,
    applied_at: now,
    expires_at: keptAfterwards,
    counts: JSON.stringify({
      ...counts,
      created: count('created'),
      updated: count('updated'),
      skipped: count('skipped'),
    }),
  });
  await assertSameRights(db, actor, stored);
  await finish();
}

/** Rights that were withdrawn while the rows were written roll them back. */
async function assertSameRights(db: Db, before: Actor, stored: StoredImport): Promise<void> {
  const after = await requireActor(db, stored);
  const lost = lacking(after.authority.permissions, before.authority.permissions);
  const kept = new Set(after.locations);
  const places = before.locations.filter((location) => !kept.has(location));
  if (lost.length || (places.length && after.authority.permissions['ALL-DATA-ACCESS'] !== 'TRUE')) {
    throw new PortalError('forbidden');
  }
}

const toStale = (row: PlannedRow, verdict: Verdict): PlannedRow => ({
  ...row,
  decision: 'error',
  sealed: {
    ...row.sealed,
    errors: verdict.errors.length ? verdict.errors : [{ field: 'username', message: 'changedSince' }],
  },
});

function recount(rows: readonly { row: PlannedRow; stale: boolean }[]): Record<string, number> {
  const count = (decision: string) =>
    rows.filter(({ row, stale }) => (stale ? 'error' : row.decision) === decision).length;
  return { create: count('create'), update: count('update'), unchanged: count('unchanged'), error: count('error') };
}

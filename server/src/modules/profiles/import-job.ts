import { findActingProfile } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant } from '#core/jobs/tenants.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { applyImport } from './import-apply.ts';
import { revertImport } from './import-revert.ts';
import { refuseLastHolders } from './import-faults.ts';
import { hashRow } from './import-hash.ts';
import {
  changeImport,
  claimImport,
  deleteExpired,
  findImport,
  lockImport,
  queueImport,
  replaceRows,
  sealImportRow,
  stalledImports,
} from './import-queries.ts';
import { judgeAgain, openRows, storedRow } from './import-planned.ts';
import { type SealedRow, sealRow, toSealed } from './import-sealed.ts';
import { toImport } from './import-plan.ts';
import type { ImportPayload } from './import-run.ts';
import { countsOf } from './import-verdict.ts';
import { findProfile } from './queries.ts';

/** Does the work of the import's state. It may run twice, or be killed and run again, because each step is one transaction. */
export const importJob = defineJob<ImportPayload>({
  name: 'profile-import',
  lane: 'long',
  run: async (payload, context) => {
    const { tenantId, importId } = payload;
    const stored = await inTenant(context.database.system, tenantId, (db) => findImport(db, importId));
    if (stored?.state === 'checking') await check(payload, context);
    if (stored?.state === 'applying') await applyImport(payload, context);
    if (stored?.state === 'reverting') await revertImport(payload, context);
  },
});

/** Imports of one process hash one after the other, so that they use at most one core. */
let lastHash: Promise<unknown> = Promise.resolve();
function hashInTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = lastHash.then(work, work);
  lastHash = result.catch(() => {});
  return result;
}

/** Hashes the passwords of a plan row by row, stores each at once, and judges the rows with them. */
async function check({ tenantId, importId }: ImportPayload, { database, vault }: JobContext): Promise<void> {
  const inOwn = <T>(work: (db: Db) => Promise<T>) => inTenant(database.system, tenantId, work);
  const rows = await inOwn((db) => openRows(db, vault, importId));
  const waiting = rows.map(({ sealed }) => sealed).filter(({ password }) => password !== undefined);
  const total = rows.length;
  for (const [i, { password, ...sealed }] of waiting.entries()) {
    const { row } = sealed;
    const before = await inOwn((db) => findBefore(db, sealed));
    const withPassword = { ...row, values: { ...row.values, password: password ?? '' } };
    const hashed = await hashInTurn(() => hashRow(withPassword, { before }));
    const key = { tenantId, importId, line: row.line };
    const goesOn = await inOwn(async (db) => {
      if ((await findImport(db, importId))?.state !== 'checking') return false;
      await sealImportRow(db, importId, row.line, sealRow(vault, key, { ...sealed, hashed }));
      await changeImport(db, importId, { done: total - waiting.length + i + 1 });
      return true;
    });
    if (!goesOn) return;
  }
  await inOwn((db) => finishCheck(db, vault, importId));
}

const findBefore = async (db: Db, { before }: Pick<SealedRow, 'before'>) => before && findProfile(db, before.id);

/** Completes the plan with the hashed passwords; one that the profile already has changes nothing. */
async function finishCheck(db: Db, vault: Vault, importId: string): Promise<void> {
  const stored = await lockImport(db, importId);
  if (stored?.state !== 'checking') return;
  const actor = await findActingProfile(db, stored.created_by);
  // no profile may apply it now: it is deleted when it expires. In a suspended tenant, resumeImports retries it until then
  if (!actor) return;
  const planned = await openRows(db, vault, importId);
  const { options } = toImport(stored);
  const { facts, verdicts } = await judgeAgain(db, actor, options, planned, { lock: false });
  refuseLastHolders(
    facts,
    verdicts.filter((_, i) => planned[i]?.decision !== 'error'),
  );
  await replaceRows(
    db,
    importId,
    planned.map((row, i) => [row, verdicts[i]] as const),
    ([row, verdict]) => {
      // rows with errors keep them, because their password was not stored
      if (!verdict || row.decision === 'error') return storedRow(db, vault, importId, row);
      const sealed = toSealed(row.sealed.row, verdict, row.sealed.hashed);
      return storedRow(db, vault, importId, { ...row, decision: verdict.decision, sealed });
    },
  );
  const decisions = planned.map((row, i) => (row.decision === 'error' ? 'error' : (verdicts[i]?.decision ?? 'error')));
  const counts = countsOf(verdicts.map((verdict, i) => ({ ...verdict, decision: decisions[i] ?? 'error' })));
  await changeImport(db, importId, { state: 'ready', done: stored.total, counts: JSON.stringify(counts) });
}

/** Resumes imports whose process has stopped for a minute, and deletes expired ones. */
export const resumeImports = defineJob({
  name: 'resume-profile-imports',
  every: '* * * * *',
  run: (_payload, context: JobContext) =>
    forEachTenant('resume-profile-imports', context, (tenantId) =>
      inTenant(context.database.system, tenantId, async (db) => {
        for (const { id } of await stalledImports(db)) if (await claimImport(db, id)) await queueImport(db, id);
        await deleteExpired(db);
      }),
    ),
});

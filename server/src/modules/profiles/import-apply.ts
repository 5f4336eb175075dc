import { now } from '#db/fragments.ts';
import type { JobContext } from '#core/jobs/job.ts';
import { outcomes } from './import.ts';
import { refuseLastHolders } from './import-faults.ts';
import { judgeAgain, openRows, type PlannedRow, storedRow } from './import-planned.ts';
import { changeImport, retentionEnd, replaceRows } from './import-queries.ts';
import { toImport } from './import-plan.ts';
import { type ImportPayload, type ImportWork, runImport } from './import-run.ts';
import { changesOf } from './import-sealed.ts';
import { clearedBy, type RowPassword, type Verdict } from './import-verdict.ts';
import { writeRows } from './import-write.ts';

/** Applies a plan; conflicts are judged by the present data. A refusal turns the import into a plan again. */
export const applyImport = (payload: ImportPayload, context: JobContext): Promise<void> =>
  runImport(payload, context, 'applying', apply);

/** Whether a row that was to be written is judged differently than when the file was checked. */
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

/** The verdicts of the rows that are written. */
const written = (judged: readonly { row: PlannedRow; verdict: Verdict }[]): Verdict[] =>
  judged.filter(({ row, verdict }) => row.decision !== 'error' && !isStale(row, verdict)).map(({ verdict }) => verdict);

async function apply({ db, actor, vault, stored, onProgress }: ImportWork) {
  const { options, fileName, counts } = toImport(stored);
  const planned = await openRows(db, vault, stored.id, { withoutChanges: true });
  const { facts, verdicts } = await judgeAgain(db, actor, options, planned, { lock: true });
  const judged = planned.flatMap((row, i) => {
    const verdict = verdicts[i];
    if (!verdict) return [];
    if (row.decision !== 'error') Object.assign(row.sealed, changesOf(verdict));
    return [{ row, verdict }];
  });
  // rows refused here are stale as well: a row that is left out was to add the next holder of the role
  refuseLastHolders(facts, written(judged));
  const writable = written(judged);
  const rows = judged.map((one) => ({ ...one, stale: isStale(one.row, one.verdict) }));
  const stale = rows.filter((one) => one.stale);
  if (stale.length && !stored.valid_only) {
    await replaceRows(db, stored.id, rows, ({ row, verdict, stale: is }) =>
      storedRow(db, vault, stored.id, is ? toStale(row, verdict) : row),
    );
    await changeImport(db, stored.id, {
      state: 'ready',
      done: 0,
      refusal: JSON.stringify({ reason: 'importChanged', params: { count: stale.length } }),
      counts: JSON.stringify({ ...counts, ...recount(rows), cleared: clearedBy(writable) }),
    });
    return undefined;
  }
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
  await replaceRows(db, stored.id, results, (row) => storedRow(db, vault, stored.id, row));
  const count = (outcome: string) => results.filter((row) => row.outcome === outcome).length;
  await changeImport(db, stored.id, {
    state: 'applied',
    done: stored.total,
    applied_at: now,
    expires_at: retentionEnd,
    counts: JSON.stringify({
      ...counts,
      created: count('created'),
      updated: count('updated'),
      skipped: count('skipped'),
      cleared: clearedBy(writable),
    }),
  });
  return finish;
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

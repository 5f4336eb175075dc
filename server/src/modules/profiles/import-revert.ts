import type { ProfileImport, RevertAction, RevertRow } from '@keyward/contract/imports';
import { imports } from '@keyward/contract/imports';
import { z } from 'zod';
import type { Actor } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import type { JobContext } from '#core/jobs/job.ts';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { pageRows, requireOwn, toImport } from './import-plan.ts';
import { isApplied, openRows, type PlannedRow, storedRow } from './import-planned.ts';
import { changeImport, findImport, lockImport, queueImport, replaceRows, type StoredImport } from './import-queries.ts';
import { loadRevertFacts } from './import-revert-facts.ts';
import { judgeReverting, type Reverting } from './import-revert-judge.ts';
import { writeReverting } from './import-revert-write.ts';
import { type ImportPayload, type ImportWork, runImport } from './import-run.ts';

const rowSchema = imports.revertPlan.reply.shape.data.element;

async function judge(db: Db, actor: Actor, vault: Vault, stored: StoredImport, how: { lock: boolean }) {
  const rows = await openRows(db, vault, stored.id);
  const applied = rows.filter(isApplied);
  const facts = await loadRevertFacts(db, stored, applied, how);
  return { rows, judged: await judgeReverting({ actor, facts }, applied) };
}

const countOf = (judged: readonly Reverting[], action: RevertAction) =>
  judged.filter((one) => one.action === action).length;

function shown({ row, action, kept, verdict }: Reverting): RevertRow {
  const { row: cells, name, username } = row.sealed;
  const { errors = [], changes = [] } = verdict ?? {};
  return { line: cells.line, name, username, action, kept, errors, changes, profileId: row.profileId };
}

/** Previews reverting now. Throws importNotApplied, and notFound for imports of others. */
export async function planReverting(
  db: Db,
  actor: Actor,
  vault: Vault,
  id: string,
  { after, only }: { after?: string | undefined; only?: RevertAction | undefined },
) {
  const stored = requireOwn(actor, await findImport(db, id));
  if (stored.state !== 'applied') throw new PortalError('importNotApplied');
  const { judged } = await judge(db, actor, vault, stored, { lock: false });
  const rest = judged.filter(
    ({ row, action }) => row.sealed.row.line > Number(after ?? 0) && (only === undefined || action === only),
  );
  const page = rest.slice(0, pageRows).map(shown);
  return {
    counts: {
      delete: countOf(judged, 'delete'),
      restore: countOf(judged, 'restore'),
      keep: countOf(judged, 'keep'),
      fail: countOf(judged, 'fail'),
    },
    data: z.array(rowSchema).parse(page),
    next: rest.length > pageRows ? (page.at(-1)?.line ?? null) : null,
  };
}

/**
 * Starts reverting an applied import, once: a second call returns the import as it is, reverting or reverted. Throws
 * importNotApplied, and notFound for an expired import.
 */
export async function startReverting(db: Db, actor: Actor, id: string): Promise<ProfileImport> {
  const stored = requireOwn(actor, await lockImport(db, id));
  if (stored.state === 'reverting' || stored.state === 'reverted') return toImport(stored);
  if (stored.state !== 'applied') throw new PortalError('importNotApplied');
  await changeImport(db, id, { state: 'reverting', acting_by: actor.id, refusal: null, done: 0 });
  await queueImport(db, id);
  return toImport(existing(await findImport(db, id)));
}

/** Reverts an import by the present data. A refusal leaves it applied. */
export const revertImport = (payload: ImportPayload, context: JobContext): Promise<void> =>
  runImport(payload, context, 'reverting', revert);

const outcomes = { delete: 'deleted', restore: 'restored', keep: 'kept', fail: 'failed' } as const;

async function revert({ db, actor, vault, stored, onProgress }: ImportWork) {
  const { rows, judged } = await judge(db, actor, vault, stored, { lock: true });
  const { counts, fileName } = toImport(stored);
  const finish = await writeReverting(db, { actor, vault, id: stored.id, fileName }, judged, onProgress);
  const byLine = new Map(judged.map((one) => [one.row.sealed.row.line, one]));
  await replaceRows(db, stored.id, rows, (row) =>
    storedRow(db, vault, stored.id, afterwards(row, byLine.get(row.sealed.row.line))),
  );
  await changeImport(db, stored.id, {
    state: 'reverted',
    done: stored.total,
    reverted_at: now,
    counts: JSON.stringify({
      ...counts,
      deleted: countOf(judged, 'delete'),
      restored: countOf(judged, 'restore'),
      kept: countOf(judged, 'keep'),
      failed: countOf(judged, 'fail'),
    }),
  });
  return finish;
}

function afterwards(row: PlannedRow, reverting: Reverting | undefined): PlannedRow {
  if (!reverting) return row;
  const { action, kept, verdict } = reverting;
  const isGone = action === 'delete' || kept?.reason === 'gone';
  return {
    ...row,
    outcome: outcomes[action],
    profileId: isGone ? null : row.profileId,
    sealed: { ...row.sealed, errors: verdict?.errors ?? [], ...(kept ? { kept } : {}) },
  };
}

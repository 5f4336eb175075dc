import { type ImportRow as ShownRow, type ProfileImport, imports } from '@keyward/contract/imports';
import { z } from 'zod';
import type { Actor } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import type { Db } from '#db/tenant.ts';
import { assertMayImport, type ImportRequest, mayImport, rowAt } from './import.ts';
import { loadFacts } from './import-facts.ts';
import { judgeRows } from './import-judge.ts';
import {
  changeImport,
  deleteImport,
  findImport,
  insertImport,
  insertRows,
  latestImports,
  lockImport,
  queueImport,
  rowsOfImport,
  type StoredImport,
} from './import-queries.ts';
import { openRow, sealVerdict } from './import-sealed.ts';
import { countsOf } from './import-verdict.ts';

const { data: importSchema } = imports.get.reply.shape;
const rowSchema = imports.rows.reply.shape.data.element;

/** A stored import in the contract's shape. */
export const toImport = (stored: StoredImport): ProfileImport =>
  importSchema.parse({
    id: stored.id,
    fileName: stored.file_name,
    state: stored.state,
    createdBy: stored.created_by_name,
    createdAt: stored.created_at,
    appliedAt: stored.applied_at,
    revertedAt: stored.reverted_at,
    expiresAt: stored.expires_at,
    options: stored.options,
    columns: stored.columns,
    rows: stored.total,
    done: stored.done,
    counts: stored.counts,
    refusal: stored.refusal,
  });

/**
 * Requires that the import is visible: a plan to its maker, an applied import also to profiles with all-data access, and either
 * only to in-product admins. Throws notFound.
 */
export function requireOwn(actor: Actor, stored: StoredImport | undefined): StoredImport {
  const found = existing(mayImport(actor) ? stored : undefined);
  if (found.created_by !== actor.id && !(actor.allData && found.applied_at)) throw new PortalError('notFound');
  return found;
}

/** Judges the rows and stores the plan. Writes no profile and sends nothing. Throws importNotAllowed. */
export async function planImport(db: Db, actor: Actor, vault: Vault, request: ImportRequest): Promise<ProfileImport> {
  const { rows, options } = request;
  const facts = await loadFacts(db, rows, { lock: false });
  const verdicts = await judgeRows({ actor, facts, options }, rows, new Map());
  const hashing = verdicts.filter(({ toHash }) => toHash).length;
  const id = await insertImport(db, actor, {
    ...request,
    state: hashing ? 'checking' : 'ready',
    total: rows.length,
    counts: countsOf(verdicts),
  });
  const judged = verdicts.map((verdict, i) => [verdict, rowAt(rows, i)] as const);
  await insertRows(db, id, judged, ([verdict, row]) => ({
    line: verdict.line,
    decision: verdict.decision,
    outcome: null,
    profile_id: verdict.before?.id ?? null,
    sealed: sealVerdict(db, vault, id, row, verdict),
  }));
  // a job makes the plan ready once no password is left to hash
  if (hashing) await queueImport(db, id);
  return toImport(existing(await findImport(db, id)));
}

export async function listImports(db: Db, actor: Actor): Promise<ProfileImport[]> {
  assertMayImport(actor);
  const found = await latestImports(db, actor.allData ? null : actor.id);
  return found.filter((stored) => stored.created_by === actor.id || stored.applied_at !== null).map(toImport);
}

export const getImport = async (db: Db, actor: Actor, id: string): Promise<ProfileImport> =>
  toImport(requireOwn(actor, await findImport(db, id)));

export const pageRows = 200;
export async function getRows(
  db: Db,
  actor: Actor,
  vault: Vault,
  id: string,
  { after, only }: { after?: string | undefined; only?: string | undefined },
): Promise<{ data: ShownRow[]; next: number | null }> {
  requireOwn(actor, await findImport(db, id));
  const found = await rowsOfImport(db, id, { after: Number(after ?? 0), only, limit: pageRows });
  const data = found.map(({ line, decision, outcome, profile_id: profileId, sealed }) => {
    const key = { tenantId: db.tenantId, importId: id, line };
    const { name, username, errors, changes, kept = null } = openRow(vault, key, sealed);
    return { line, name, username, decision, outcome, errors, changes, profileId, kept };
  });
  return { data: z.array(rowSchema).parse(data), next: found.length < pageRows ? null : (found.at(-1)?.line ?? null) };
}

/**
 * Starts applying a plan, once: a second call returns the import as it is, applying or applied. Throws stillRunning while it is
 * being checked, importRefused.
 */
export async function startApplying(db: Db, actor: Actor, id: string, rows: 'all' | 'valid'): Promise<ProfileImport> {
  const stored = requireOwn(actor, await lockImport(db, id));
  if (stored.state !== 'ready' && stored.state !== 'checking') return toImport(stored);
  if (stored.state === 'checking') throw new PortalError('stillRunning');
  const { error = 0 } = toImport(stored).counts;
  if (rows === 'all' && error > 0) throw new PortalError('importRefused', { params: { count: error } });
  await changeImport(db, id, {
    state: 'applying',
    acting_by: actor.id,
    valid_only: rows === 'valid',
    refusal: null,
    done: 0,
  });
  await queueImport(db, id);
  return toImport(existing(await findImport(db, id)));
}

/** Discards a plan; an applied import stays. Throws stillRunning. */
export async function discardImport(db: Db, actor: Actor, id: string): Promise<void> {
  const stored = requireOwn(actor, await lockImport(db, id));
  if (stored.state !== 'ready' && stored.state !== 'checking') throw new PortalError('stillRunning');
  await deleteImport(db, id);
}

import { createHash } from 'node:crypto';
import type { ImportLineErrors } from '@keyward/contract/import-errors';
import { hashingCall } from '#core/auth/hashing.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { PortalError } from '#core/errors.ts';
import { isTimeZone } from '#core/list/grammar/time.ts';
import { invalidFilterValue } from '#core/list/refusals.ts';
import { zoneOfProfile } from '#core/locations/zones.ts';
import type { TagDefinition } from '@keyward/contract/groups';
import type { Db } from '#db/tenant.ts';
import { columnsOf, headerErrors, type ImportColumn, type ImportRow, rowsOf } from './import-columns.ts';
import { readCsv } from './import-csv.ts';
import { loadFacts } from './import-facts.ts';
import { hashRow } from './import-hash.ts';
import { judgeRows } from './import-judge.ts';
import { countsOfImport, insertImport, insertRows } from './import-queries.ts';
import { sealVerdict } from './import-sealed.ts';
import { countsOf, type ImportOptions, type RowPassword, type Verdict } from './import-verdict.ts';
import { writeRows } from './import-write.ts';
import { profileTags } from './service.ts';

/** A caller's request: the rows, and the options for reading them. */
export type ImportRequest = {
  fileName: string;
  fileHash: Buffer;
  options: ImportOptions;
  rows: readonly ImportRow[];
  columns: readonly ImportColumn[];
};

/** Only the in-product admin imports. Specification, part 2, section 6. */
export const mayImport = (actor: Actor): boolean => actor.isKeywardAdmin && !actor.support;
export function assertMayImport(actor: Actor): void {
  if (!mayImport(actor)) throw new PortalError('importNotAllowed');
}

export const hashOf = (file: Uint8Array | string): Buffer => createHash('sha256').update(file).digest();

export function assertWithinLimit(actor: Actor, rows: number): void {
  const limit = actor.tenant.config.csvUploadRecordsLimit;
  if (rows > limit) throw new PortalError('csvExceedsLimit', { params: { limit } });
}

/**
 * Reads a file: its rows by the targets of its columns. Throws what `readCsv` throws, and importRefused with the problems of the
 * header as those of its line.
 */
export async function readImport(
  db: Db,
  actor: Actor,
  file: Uint8Array,
  query: { fileName: string; columns: string | undefined; options: ImportOptions; timezone: string | undefined },
): Promise<ImportRequest> {
  const table = readCsv(file, actor.tenant.config.csvUploadRecordsLimit);
  const definitions: readonly TagDefinition[] = await profileTags(db);
  const columns = columnsOf(table, definitions, query.columns);
  const errors = headerErrors(columns, query.options);
  if (errors.length) throw refused([{ line: table.header.line, errors }]);
  const { fileName, options, timezone } = query;
  if (timezone !== undefined && !isTimeZone(timezone)) throw invalidFilterValue('timezone', timezone);
  const zone = timezone ?? (await zoneOfProfile(db, actor.id));
  return { fileName, options, fileHash: hashOf(file), columns, rows: rowsOf(table, columns, zone) };
}

const refused = (data: ImportLineErrors[]) =>
  new PortalError('importRefused', { params: { count: data.length }, data });

function assertClean(verdicts: readonly Verdict[]): void {
  const wrong = verdicts.filter(({ decision }) => decision === 'error');
  if (wrong.length) throw refused(wrong.map(({ line, errors }) => ({ line, errors })));
}

type AnyStep = <T>(work: (db: Db, actor: Actor) => Promise<T>, how?: 'effect') => Promise<T>;
type Imported = { data: { id: string; created: number; updated: number; unchanged: number } };

/**
 * Plans and applies in one call, all or none. Passwords are hashed between the two, outside of any transaction. Throws
 * importNotAllowed, and importRefused with the problems of each line.
 */
export async function importAtOnce(
  step: AnyStep,
  vault: Vault,
  read: (db: Db, actor: Actor) => Promise<ImportRequest>,
): Promise<Imported> {
  const passwords = new Map<number, RowPassword>();
  const { request, verdicts: planned } = await step(async (db, actor) => {
    assertMayImport(actor);
    const sent = await read(db, actor);
    const facts = await loadFacts(db, sent.rows, { lock: false });
    const verdicts = await judgeRows({ actor, facts, options: sent.options }, sent.rows, passwords);
    assertClean(verdicts);
    return { request: sent, verdicts };
  });
  const toHash = request.rows.flatMap((row, i) => (planned[i]?.toHash ? [{ row, verdict: planned[i] }] : []));
  if (toHash.length > 0)
    await hashingCall(async () => {
      for (const { row, verdict } of toHash) passwords.set(row.line, await hashRow(row, verdict));
    });
  return step(async (db, actor) => {
    assertMayImport(actor);
    const facts = await loadFacts(db, request.rows, { lock: true });
    const verdicts = await judgeRows({ actor, facts, options: request.options }, request.rows, passwords);
    assertUnchanged(planned, verdicts);
    assertClean(verdicts);
    return apply(db, actor, vault, request, verdicts, passwords);
  }, 'effect');
}

/** Refuses a row whose password was compared with former ones that have changed since; its caller has to send it again. */
function assertUnchanged(planned: readonly Verdict[], verdicts: readonly Verdict[]): void {
  for (const [i, { line, before, errors }] of verdicts.entries()) {
    const earlier = planned[i];
    const isStale = earlier?.toHash && before?.password_version !== earlier.before?.password_version;
    if (isStale && !errors.length) throw refused([{ line, errors: [{ field: 'username', message: 'changedSince' }] }]);
  }
}

async function apply(
  db: Db,
  actor: Actor,
  vault: Vault,
  request: ImportRequest,
  verdicts: readonly Verdict[],
  passwords: ReadonlyMap<number, RowPassword>,
): Promise<Imported> {
  const counts = countsOf(verdicts);
  const { fileName, fileHash, options, columns, rows } = request;
  const result = { created: counts.create ?? 0, updated: counts.update ?? 0, unchanged: counts.unchanged ?? 0 };
  const id = await insertImport(db, actor, {
    fileName,
    fileHash,
    options,
    columns,
    state: 'applied',
    total: rows.length,
    counts: { ...counts, ...result },
  });
  const name = { id, fileName, activate: options.activate };
  const { profiles, finish } = await writeRows(db, actor, vault, name, verdicts, passwords);
  const judged = verdicts.map((verdict, i) => [verdict, rowAt(rows, i)] as const);
  await insertRows(db, id, judged, ([verdict, row]) => ({
    line: verdict.line,
    decision: verdict.decision,
    outcome: outcomes[verdict.decision],
    profile_id: profiles.get(verdict.line) ?? verdict.before?.id ?? null,
    sealed: sealVerdict(db, vault, id, row, verdict),
  }));
  await finish();
  return { data: { id, ...result } };
}

export const outcomes = { create: 'created', update: 'updated', unchanged: 'skipped', error: 'skipped' } as const;

export function rowAt(rows: readonly ImportRow[], i: number): ImportRow {
  const row = rows[i];
  if (!row) throw new Error('each verdict is about a row');
  return row;
}

/** The reply to a repeated call. */
export async function findImported(db: Db, id: string): Promise<Imported> {
  const counts = await countsOfImport(db, id);
  const count = (key: string) => {
    const found = Object.entries(counts ?? {}).find(([name]) => name === key)?.[1];
    return typeof found === 'number' ? found : 0;
  };
  return { data: { id, created: count('created'), updated: count('updated'), unchanged: count('unchanged') } };
}

// Seals every value again under the current key, while servers run.
import type pg from 'pg';
import { withRetries } from '#db/retries.ts';
import { type Db, inTenant, rows } from '#db/tenant.ts';
import type { SealedColumn, SealedRow } from './sealed-column.ts';
import { markBytes, type Vault } from './secrets.ts';

/** Rows that one transaction locks. */
const batchSize = 200;
const maxRetries = 10;
/** Passes over a column whose rows other transactions keep locked. */
const maxPasses = 50;
const pauseMs = 200;

export type Rotated = {
  column: string;
  /** Values that were sealed again. */
  sealed: number;
  /** Values that neither key opens. */
  unreadable: number;
  /** Values that other transactions kept locked all the time. */
  locked: number;
};

type Found = SealedRow & { sealed: Buffer };
type Pass = {
  /** Whether to seal every row, and not only those that are not sealed with the current key. */
  all: boolean;
};

const names = /^[a-z_]+$/;
function assertNames({ table, column, key }: SealedColumn): void {
  for (const name of [table, column, ...key]) if (!names.test(name)) throw new Error(`not a name: ${name}`);
}

/** The next rows after `after`, locked. A row that another transaction has locked is left to the next pass, if there is one. */
async function lockRows(
  db: Db,
  vault: Vault,
  sealed: SealedColumn,
  { all, after }: Pass & { after?: SealedRow | undefined },
) {
  const { table, column, key } = sealed;
  const values: unknown[] = [db.tenantId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [`t.tenant_id = $1 and t.${column} is not null`];
  const columns = key.map((k) => `t.${k}`).join(', ');
  if (!all) conditions.push(`substring(t.${column} from 1 for ${markBytes}) <> ${parameter(vault.marks.current)}`);
  if (after) conditions.push(`(${columns}) > (${key.map((k) => parameter(after[k])).join(', ')})`);
  return rows<Found>(
    db,
    `select ${key.map((k) => `t.${k}::text as ${k}, `).join('')}t.${column} as sealed from ${table} t
     where ${conditions.join(' and ')} ${columns && `order by ${columns}`} limit ${batchSize}
     for update ${all ? '' : 'skip locked'}`,
    values,
  );
}

async function store(db: Db, { table, column, key }: SealedColumn, row: SealedRow, sealed: Buffer): Promise<void> {
  const own = key.map((k, i) => ` and ${k} = $${i + 3}`).join('');
  await rows(db, `update ${table} set ${column} = $2 where tenant_id = $1${own}`, [
    db.tenantId,
    sealed,
    ...key.map((k) => row[k]),
  ]);
}

/** Seals one batch again, and writes the values that depend on the key, in one transaction. */
async function rotateBatch(db: Db, vault: Vault, column: SealedColumn, pass: Pass & { after?: SealedRow | undefined }) {
  const found = await lockRows(db, vault, column, pass);
  let unreadable = 0;
  let sealed = 0;
  for (const { sealed: stored, ...row } of found) {
    const context = column.context(db.tenantId, row);
    const plain = vault.open(stored, context);
    if (plain === undefined) {
      unreadable++;
      continue;
    }
    if (!stored.subarray(0, markBytes).equals(vault.marks.current)) {
      await store(db, column, row, vault.seal(plain, context)); // oxlint-disable-line no-await-in-loop -- one connection
      sealed++;
    }
    await column.rehash?.(db, row, plain, vault); // oxlint-disable-line no-await-in-loop -- one connection
  }
  return { last: found.at(-1), full: found.length === batchSize, sealed, unreadable };
}

async function rotateTenant(pool: pg.Pool, tenantId: string, vault: Vault, column: SealedColumn, pass: Pass) {
  const total = { sealed: 0, unreadable: 0 };
  let after: SealedRow | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a batch continues where the former ended
    const done = await withRetries(
      () => inTenant(pool, tenantId, (db) => rotateBatch(db, vault, column, { ...pass, after })),
      maxRetries,
    );
    total.sealed += done.sealed;
    total.unreadable += done.unreadable;
    after = done.last;
    if (!done.full) return total;
  }
}

const staleIn = (pool: pg.Pool, tenantId: string, vault: Vault, { table, column }: SealedColumn) =>
  inTenant(pool, tenantId, async (db) => {
    const [row] = await rows<{ n: number }>(
      db,
      `select count(*)::int as n from ${table} t
       where t.tenant_id = $1 and t.${column} is not null and substring(t.${column} from 1 for ${markBytes}) <> $2`,
      [db.tenantId, vault.marks.current],
    );
    return row?.n ?? 0;
  });

/** Passes over a column until no value is left that could be sealed again. */
async function rotateAll(pool: pg.Pool, tenantId: string, vault: Vault, column: SealedColumn) {
  let all = vault.marks.old === undefined && column.rehash !== undefined;
  let sealed = 0;
  let locked = 0;
  let unreadable = 0;
  for (let pass = 0; pass < maxPasses; pass++) {
    const done = await rotateTenant(pool, tenantId, vault, column, { all }); // oxlint-disable-line no-await-in-loop
    sealed += done.sealed;
    unreadable = done.unreadable;
    locked = Math.max(0, (await staleIn(pool, tenantId, vault, column)) - unreadable); // oxlint-disable-line no-await-in-loop
    if (locked === 0) break;
    all = false;
    await new Promise((resolve) => setTimeout(resolve, pauseMs)); // oxlint-disable-line no-await-in-loop
  }
  return { sealed, unreadable, locked };
}

/**
 * Seals every value of these columns with the vault's current key, in batches of one transaction each; other processes may read
 * and write concurrently, if they have both keys. It may be killed and run again. Without an old key, hashes of former keys are
 * removed as well. `pool` connects as the owner.
 */
export async function rotateSealed(pool: pg.Pool, vault: Vault, columns: readonly SealedColumn[]): Promise<Rotated[]> {
  const tenants = await pool.query<{ id: string }>('select id from tenant order by id');
  const rotated: Rotated[] = [];
  for (const column of columns) {
    assertNames(column);
    const result = { column: `${column.table}.${column.column}`, sealed: 0, unreadable: 0, locked: 0 };
    for (const { id } of tenants.rows) {
      const done = await rotateAll(pool, id, vault, column); // oxlint-disable-line no-await-in-loop -- beside the requests
      result.sealed += done.sealed;
      result.unreadable += done.unreadable;
      result.locked += done.locked;
    }
    rotated.push(result);
  }
  return rotated;
}

/** Requests to reset a password that wait in the job queue and are sealed with another key than the current one. */
export async function countQueued(pool: pg.Pool, vault: Vault): Promise<number> {
  const mark = vault.marks.current.toString('base64');
  const { rows: found } = await pool.query<{ n: number }>(
    `select count(*)::int as n from graphile_worker._private_jobs
     where payload->>'sealedName' is not null and left(payload->>'sealedName', $2) <> $1 and attempts < max_attempts`,
    [mark, mark.length],
  );
  return found[0]?.n ?? 0;
}

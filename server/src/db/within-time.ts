import { sql } from 'kysely';
import { errorCode } from './start-error.ts';
import type { Db } from './tenant.ts';

const queryCancelled = '57014';

/**
 * Reads, one after the other: undefined for one with a statement that takes longer than `eachMs` (by default, the
 * transaction's own limit), and for those that have not begun after `allMs`. The limit holds for these reads alone; nothing that they
 * write is kept.
 */
export async function withinTime<T>(
  db: Db,
  { eachMs, allMs = Infinity }: { eachMs?: number; allMs?: number },
  reads: readonly (() => Promise<T>)[],
): Promise<(T | undefined)[]> {
  const end = performance.now() + allMs;
  const results: (T | undefined)[] = [];
  const rollBack = () => sql`rollback to savepoint within_time`.execute(db);
  await sql`savepoint within_time`.execute(db);
  try {
    let limited = false;
    for (const read of reads) {
      if (performance.now() >= end) {
        results.push(undefined);
        continue;
      }
      if (eachMs !== undefined && !limited)
        await sql`select set_config('statement_timeout', ${String(eachMs)}, true)`.execute(db);
      limited = true;
      try {
        results.push(await read());
      } catch (error) {
        if (errorCode(error) !== queryCancelled) throw error;
        await rollBack();
        limited = false;
        results.push(undefined);
      }
    }
  } finally {
    // with the former limit of time
    await rollBack();
  }
  return results;
}

import { sql } from 'kysely';
import { errorCode } from './start-error.ts';
import type { Db } from './tenant.ts';

const queryCancelled = '57014';

/**
 * Runs reads one after the other. The result is undefined for a read with a statement that takes longer than `eachMs` (by
 * default, the transaction's own limit), and for reads not begun after `allMs`. The limit applies to these reads alone; their
 * writes are not kept.
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
    // also restores the former time limit
    await rollBack();
  }
  return results;
}

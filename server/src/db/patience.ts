// Statements that lock whole tables while other sessions use them.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { traitsOf } from './pool.ts';
import { errorCode } from './start-error.ts';
import { inTransaction } from './transaction.ts';

/**
 * While a statement waits for a table in use, all later requests for that table wait behind it. So it gives up soon, and is
 * retried after a pause in which they are served.
 */
export const patience = { lockMs: 2_000, tries: 15, pauseMs: 1_000 };
export type Patience = typeof patience;

/** Whether a lock was not given in time, or two sessions waited for each other. */
export const isLocked = (error: unknown): boolean => ['55P03', '40P01'].includes(errorCode(error) ?? '');

/** Runs a transaction, begun with the text `begin`, until it gets its locks. Throws the error of the last try. */
export async function patiently<T>(
  transaction: (begin: string) => Promise<T>,
  { lockMs, tries, pauseMs }: Patience = patience,
): Promise<T> {
  for (let left = tries - 1; ; left--) {
    try {
      return await transaction(`begin; set local lock_timeout = ${lockMs}`);
    } catch (error) {
      if (left === 0 || !isLocked(error)) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Runs one statement in a transaction of its own, until it gets its locks. Returns its rows. */
export const queryPatiently = <Row>(pool: pg.Pool, text: string, values: unknown[] = []): Promise<Row[]> =>
  patiently((begin) =>
    inTransaction(pool, { begin, named: traitsOf(pool).named }, async (transaction) => {
      const { rows } = await transaction.run(text, values, { once: true });
      return rows as Row[]; // as the caller's text selects them
    }),
  );

import { hashForMany } from '#core/auth/hashing.ts';
import { hashPassword, matchesAny } from '#core/auth/password.ts';
import type { ImportRow } from './import-columns.ts';
import type { RowPassword, Verdict } from './import-verdict.ts';

/**
 * Hashes the temporary password of one row. A password that the profile has or had stays, so that the same file twice changes
 * nothing. Slow: never inside a transaction, and one at a time, so that an import uses at most one core.
 */
export const hashRow = (row: ImportRow, { before }: Pick<Verdict, 'before'>): Promise<RowPassword> =>
  hashForMany(async () => {
    const password = row.values.password ?? '';
    const previous = [
      ...new Set([...(before?.former ?? []), ...(before?.password_hash ? [before.password_hash] : [])]),
    ];
    if (await matchesAny(previous, password)) return { same: true };
    return { hash: await hashPassword(password, previous) };
  });

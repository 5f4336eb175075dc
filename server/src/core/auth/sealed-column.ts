import type { Db } from '#db/tenant.ts';
import type { Vault } from './secrets.ts';

/** The columns of a key, by name, of one row; ids as text. */
export type SealedRow = Readonly<Record<string, string>>;

/**
 * A column (bytea) whose values the vault sealed: its module registers it as `sealed`, so that `keyward secret rotate`
 * seals the values again when the key changes. A test compares the registered columns with the schema.
 */
export type SealedColumn = {
  table: string;
  column: string;
  /** The columns that identify a row within the tenant. */
  key: readonly string[];
  /** The context that the value of a row is sealed with. */
  context: (tenantId: string, row: SealedRow) => string;
  /**
   * Writes again whatever else depends on the key, such as the hashes of `vault.lookupHashes`: of this row exactly those of the
   * vault's keys remain. Runs in the transaction that seals the value again, with the row locked.
   */
  rehash?: (db: Db, row: SealedRow, plain: string, vault: Vault) => Promise<void>;
};

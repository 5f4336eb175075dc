// The parameters of a statement, and its tenant predicate. Caller input enters a statement only here.
import { tenantNet } from '#db/tenant-plugin.ts';
import { type Db, rows } from '#db/tenant.ts';
import type { QueryOptions } from '#db/transaction.ts';

export type SqlType =
  | 'text'
  | 'text[]'
  | 'uuid'
  | 'uuid[]'
  | 'bigint'
  | 'bigint[]'
  | 'boolean'
  | 'boolean[]'
  | 'timestamptz'
  | 'timestamptz[]'
  | 'date';

export type Params = {
  readonly values: unknown[];
  /** The placeholder of a value, with an explicit cast; an array that was added before is not sent twice. */
  add: (value: unknown, type: SqlType) => string;
  /**
   * The tenant predicate on the table with this alias; with `'id'` on the table of tenants, whose row is the tenant itself and
   * which row-level security does not cover.
   */
  own: (alias: string, column?: 'id') => string;
  /** The locations that are visible to the actor; null: all. */
  readonly seen: readonly string[] | null;
};

/** A piece of SQL, written into a statement together with its parameters. */
export type WriteSql = (params: Params) => string;

/** Without `seen`, only unassigned rows are visible. */
export function newParams(tenantId: string, seen: Params['seen'] = []): Params {
  const values: unknown[] = [tenantId];
  return {
    values,
    seen,
    add(value, type) {
      const index = Array.isArray(value) ? values.indexOf(value) : -1;
      const position = index === -1 ? values.push(value) : index + 1;
      return `$${position}::${type}`;
    },
    own(alias, column) {
      if (column) return `${alias}.${column} = $1::uuid`;
      return tenantNet.predicate ? `${alias}.tenant_id = $1::uuid` : '$1::uuid is not null';
    },
  };
}

/** Runs a statement that was written with `params`. */
export const runWithParams = <R>(db: Db, text: string, params: Params, options?: QueryOptions): Promise<R[]> =>
  rows<R>(db, text, params.values, options);

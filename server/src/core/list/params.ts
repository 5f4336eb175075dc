import { tenantNet } from '#db/tenant-plugin.ts';

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
  | 'date';

/** The values of one statement. What a caller sent enters a statement here and nowhere else. */
export type Params = {
  readonly values: unknown[];
  /** The placeholder of a value, with its type written out. */
  add: (value: unknown, type: SqlType) => string;
  /** The tenant's predicate on the table of this alias. */
  own: (alias: string) => string;
};

export function newParams(tenantId: string): Params {
  const values: unknown[] = [tenantId];
  return {
    values,
    add(value, type) {
      values.push(value);
      return `$${values.length}::${type}`;
    },
    own: (alias) => (tenantNet.predicate ? `${alias}.tenant_id = $1::uuid` : '$1::uuid is not null'),
  };
}

import type pg from 'pg';
import { tenantNet } from './tenant-plugin.ts';
import { type Db, outsideTenants, rows } from './tenant.ts';
import type { QueryOptions } from './transaction.ts';

/**
 * A statement or a fragment of one, for core where measurements show that Kysely costs too much (docs/decisions/0050):
 *
 *     const named = sql`d.name = ${name}`;
 *     const found = await runSql<{ id: string }>(db, sql`select d.id from device d where ${own('d')} and ${named}`);
 *
 * An interpolated value becomes a numbered parameter, a fragment is inlined; values never become SQL text. A fragment
 * is bound to no tenant and no transaction, so it may be a constant.
 */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Sql => new Sql(strings, values);

const ownTenant = Symbol("the transaction's tenant");
/** The tenant's id as a parameter, for inserts and for tables that have the tenant's id as their own id. */
export const tenant: Sql = new Sql(['', ''], [ownTenant]);

class Predicate {
  readonly text: string;
  constructor(alias: string) {
    this.text = `${alias}.tenant_id = `;
  }
}
const predicates = new Map<string, Sql>();
/** The tenant predicate on the table with this name or alias; every table that a statement names needs one. */
export function own(alias: string): Sql {
  const rendered = predicates.get(alias) ?? new Sql(['', ''], [new Predicate(alias)]);
  predicates.set(alias, rendered);
  return rendered;
}

/** Joins the fragments with `separator`. */
export function join(parts: readonly Sql[], separator = ', '): Sql {
  return new Sql(['', ...parts.slice(1).map(() => separator), ''], parts);
}

class Tuples {
  readonly list: readonly (readonly unknown[])[];
  constructor(list: readonly (readonly unknown[])[]) {
    this.list = list;
  }
}
/** `(…), (…)`: rows for `values`. A cell may be a fragment. */
export const tuples = (list: readonly (readonly unknown[])[]): Sql => new Sql(['', ''], [new Tuples(list)]);

class Writer {
  text = '';
  readonly values: unknown[] = [];
  readonly #tenantId: string;
  #tenant: string | undefined;
  constructor(tenantId: string) {
    this.#tenantId = tenantId;
  }
  add({ strings, values }: Sql): void {
    this.text += strings[0] ?? '';
    for (let i = 0; i < values.length; i++) {
      this.#addValue(values[i]);
      this.text += strings[i + 1] ?? '';
    }
  }
  #addValue(value: unknown): void {
    if (value instanceof Sql) this.add(value);
    else if (value === ownTenant) this.text += this.#tenant ??= this.#number(this.#tenantId);
    else if (value instanceof Predicate) {
      this.text += tenantNet.predicate ? value.text + (this.#tenant ??= this.#number(this.#tenantId)) : 'true';
    } else if (value instanceof Tuples) this.#addTuples(value);
    else this.text += this.#number(value);
  }
  #addTuples({ list }: Tuples): void {
    for (let i = 0; i < list.length; i++) {
      const cells = list[i] ?? [];
      this.text += i === 0 ? '(' : ', (';
      for (let j = 0; j < cells.length; j++) {
        if (j > 0) this.text += ', ';
        this.#addValue(cells[j]);
      }
      this.text += ')';
    }
  }
  #number(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** The statement in the form sent to the database; the tenant is one parameter, however often it occurs. */
export function compile(query: Sql, tenantId: string): { text: string; values: unknown[] } {
  const written = new Writer(tenantId);
  written.add(query);
  return written;
}

/** Runs a statement in the request's transaction. `R` is the selected row. */
export function runSql<R>(db: Db, query: Sql, options?: QueryOptions): Promise<R[]> {
  const { text, values } = compile(query, db.tenantId);
  return rows<R>(db, text, values, options);
}

/** Runs one statement outside any tenant: on tables without a tenant, or on no table at all. */
export function runSqlOutsideTenants<R>(pool: pg.Pool, query: Sql): Promise<R[]> {
  const { text, values } = compile(query, '');
  return outsideTenants<R>(pool, text, values);
}

import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { type Db, rows, type Tables } from './tenant.ts';
import { TenantPlugin, tenantNet } from './tenant-plugin.ts';
import type { QueryOptions } from './transaction.ts';

/** A value's placeholder while its query is compiled. A query that computed with it would contain that result for good. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`a compiled query uses the parameter '${this.name}' unchanged: compute the value before the call`);
  }
}

const tenant = new Placeholder('tenant');
const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new TenantPlugin(tenant)],
});

type Compiled = { sql: string; parameters: readonly unknown[] };

function compile<V extends object>(build: (db: Kysely<Tables>, values: V) => Compilable): Compiled {
  const placeholders = new Map<string | symbol, Placeholder>();
  const values = new Proxy({} as V, {
    get: (_, name) => {
      const known = placeholders.get(name) ?? new Placeholder(String(name));
      placeholders.set(name, known);
      return known;
    },
  });
  return build(compiler, values).compile();
}

/**
 * A query for a call that must answer at once. It is built and compiled on its first use instead of in each call, which costs the
 * server more than sending it (decision 132). `build` may only pass the values on: not branch on them, compute with them, or
 * spread them. The result sends the query with other values before it returns, as `sendNow` does, and resolves to its rows; a
 * value that is undefined is sent as null.
 */
export function compileOnce<V extends object, R>(
  build: (db: Kysely<Tables>, values: V) => Compilable<R>,
): (db: Db, values: V, options?: QueryOptions) => Promise<R[]> {
  let compiled: Compiled | undefined;
  return (db, values, options = {}) => {
    const { sql, parameters } = tenantNet.predicate ? (compiled ??= compile(build)) : compile(build);
    const given = parameters.map((parameter) => {
      if (!(parameter instanceof Placeholder)) return parameter;
      return parameter === tenant ? db.tenantId : values[parameter.name as keyof V];
    });
    return rows<R>(db, sql, given, options); // Kysely computed the row type for this query
  };
}

// Every operator on every column type, compared with the plain model: 100,000 pairs of row and filter.
import { randomUUID } from 'node:crypto';
import type { Filter } from '@keyward/contract/filter';
import { can } from '@keyward/contract/permissions';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { insertRows } from '#db/bulk.ts';
import { sql } from '#db/sql.ts';
import { defineList } from '#core/list/define.ts';
import { rows } from '#db/tenant.ts';
import { openPortal } from '#testing/portal.ts';
import { tenants } from '#testing/people.ts';
import { anyFits, instantFits, like, queryOf, textFits, readAll } from './model.ts';
import { actorOf } from '#testing/actor.ts';

const portal = await openPortal();
const tenant = tenants.harbor;

/** Texts where wildcards, escapes, width, case, kana and the grammar's special characters matter. */
const words = ['a', 'A', 'b10', '%', '_', '\\', ',', '*', ':', 'ｶﾞ', 'ガ', 'Ａ', 'é', 'e\u0301', 'ß', ' ', '🔑', 'not:'];
const codes = ['A1', 'B%', 'C_', 'D10'];
const choices = ['secured', 'unsecured', 'unknown'];
const ids = Array.from({ length: 5 }, () => randomUUID());
const numbers = [-40, -1, 0, 1, 7, 4096];
const times = [
  '2026-03-01T00:00:00.000Z',
  '2026-03-01T00:00:00.001Z',
  '2026-03-01T00:00:00.001499Z',
  '2026-03-29T01:30:00.000Z',
  '2026-06-15T12:00:00.999999Z',
];
const [types, departments] = await portal.inTenant('harbor', async (db) => [
  await rows<{ id: string; name: string }>(
    db,
    'select id, name from device_type where tenant_id = $1 order by name limit 6',
    [tenant],
  ),
  await rows<{ id: string; name: string; tag: string }>(
    db,
    `select v.id, v.name, f.id as tag from tag_value v join tag_definition f on f.id = v.tag_definition_id
     where v.tenant_id = $1 and not f.is_location order by v.position, v.name`,
    [tenant],
  ),
]);
const groupTag = departments[0]?.tag ?? '';
const [note] = await portal.inTenant('harbor', (db) =>
  rows<{ id: string }>(db, 'select id from tag_definition where tenant_id = $1 and type = 0', [tenant]),
);
const noteTag = note?.id ?? '';

const nullable = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 4 });
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
const drawn = fc.record({
  id: fc.uuid(),
  word: nullable(text),
  code: nullable(fc.constantFrom(...codes)),
  choice: nullable(fc.constantFrom(...choices)),
  always: fc.constantFrom(...choices),
  ref: nullable(fc.constantFrom(...ids)),
  yes: nullable(fc.boolean()),
  amount: nullable(fc.constantFrom(...numbers)),
  at: nullable(fc.constantFrom(...times)),
  type: nullable(fc.constantFrom(...types)),
  several: fc.subarray(types),
  groups: fc.oneof(fc.constant('*' as const), fc.subarray(departments)),
  note: nullable(text.map((t) => t.trim() || 'n')),
});
const data = fc.sample(drawn, { numRuns: 240, seed: 3 });
type Row = (typeof data)[number];

beforeAll(async () => {
  await portal.database.system.query(`
    create table operator_row (tenant_id uuid, id uuid, seq int, word text, code text, choice text, always text, ref uuid,
      yes boolean, amount int, at timestamptz, type_id uuid, place uuid);
    create table operator_type (tenant_id uuid, row_id uuid, type_id uuid);
    create table operator_tag (tenant_id uuid, row_id uuid, tag_definition_id uuid, value_id uuid, text text, every_value boolean);
    grant select, insert on operator_row, operator_type, operator_tag to keyward_app`);
  const some = <T>(of: (row: Row) => T[]) => data.flatMap(of);
  await portal.inTenant('harbor', async (db) => {
    await insertRows(
      db,
      sql`operator_row (tenant_id, id, seq, word, code, choice, always, ref, yes, amount, at, type_id)`,
      data.map((r, i) => [
        r.id,
        i,
        r.word,
        r.code,
        r.choice,
        r.always,
        r.ref,
        r.yes,
        r.amount,
        r.at,
        r.type?.id ?? null,
      ]),
    );
    await insertRows(
      db,
      sql`operator_type (tenant_id, row_id, type_id)`,
      some(({ id, several }) => several.map((type) => [id, type.id])),
    );
    await insertRows(
      db,
      sql`operator_tag (tenant_id, row_id, tag_definition_id, value_id, text, every_value)`,
      some<unknown[]>(({ id, groups, note: written }) => [
        ...(groups === '*' ? [[id, groupTag, null, null, true]] : groups.map((g) => [id, groupTag, g.id, null, false])),
        ...(written === null ? [] : [[id, noteTag, null, written, false]]),
      ]),
    );
  });
});

const typeNames = {
  from: (own: (alias: string) => string) => `device_type y where ${own('y')}`,
  id: 'y.id',
  sorts: [],
};
const list = defineList<{ id: string }>({
  resource: 'operators',
  table: 'operator_row',
  as: 'o',
  columns: {
    seq: { type: 'number', filter: 'o.seq', required: true, sort: { by: 'o.seq', stable: true } },
    word: { type: 'text', filter: 'fold(o.word)' },
    code: { type: 'text', filter: 'o.code', upper: true },
    choice: { type: 'enum', values: choices, filter: 'o.choice' },
    always: { type: 'enum', values: choices, filter: 'o.always', required: true },
    ref: { type: 'id', filter: 'o.ref' },
    yes: { type: 'boolean', filter: 'o.yes' },
    amount: { type: 'number', filter: 'o.amount' },
    at: { type: 'instant', filter: 'o.at' },
    type: {
      type: 'text',
      filter: 'y.name_fold',
      exists: 'o.type_id',
      lookup: {
        ...typeNames,
        columns: ['o.type_id'],
      },
    },
    several: {
      type: 'text',
      filter: 'y.name_fold',
      exists: (own) => `(select min(h.type_id::text) from operator_type h where ${own('h')} and h.row_id = o.id)`,
      lookup: {
        ...typeNames,
        columns: ['h.type_id'],
        viaJunction: (own, which) =>
          `exists (select from operator_type h where ${own('h')} and h.row_id = o.id and ${which})`,
      },
    },
  },
  tags: { from: (own) => `operator_tag g where ${own('g')}`, owner: 'row_id', id: 'o.id', object: 'devices' },
  print: ({ id }) => JSON.stringify({ id }),
  search: async () => ({ kind: 'test', sql: () => 'true' }),
  scope: {
    column: 'o.place',
    unassigned: 'null',
    sorts: [],
    values: async () => null,
    valuesFor: async (_db, locations) => locations,
  },
  views: [
    {
      value: 'Overview',
      label: 'Overview',
      description: '',
      isMultiselect: false,
      actions: {
        bulk: [],
        single: [],
      },
      columns: [],
      query: {
        resource: 'device',
        urlBasePath: '/',
        filter: {},
        searchableColumns: [],
        sort: [['seq', 'ASC']],
      },
    },
  ],
  available: [],
  needs: can.readDevices,
  export: can.exportDevices,
});

function numberFits(value: number | null, filter: Filter): boolean {
  if (filter.op === 'exists' || filter.op === 'in') return textFits(value === null ? null : String(value), filter);
  const { not, ...plain } = filter;
  if (not) return !numberFits(value, plain);
  if (value === null || plain.op === 'like') return false;
  const [a, b] = plain.op === 'range' ? [Number(plain.from), Number(plain.to)] : [Number(plain.value), 0];
  return { gt: value > a, lt: value < a, gte: value >= a, lte: value <= a, range: value >= a && value <= b }[plain.op];
}
const names = (of: readonly { name: string }[]) => of.map(({ name }) => name);
const tagNames = { [`tags.${groupTag}`]: 'groups', [`tags.${noteTag}`]: 'note' };
/** The value of a row in a column, as filters see it. */
const fitsBy: Record<string, (row: Row, filter: Filter) => boolean> = {
  ...Object.fromEntries(
    (['word', 'code', 'choice', 'always', 'ref', 'note'] as const).map((key) => [
      key,
      (row: Row, filter: Filter) => textFits(row[key], filter),
    ]),
  ),
  yes: ({ yes }, filter) => textFits(yes === null ? null : String(yes), filter),
  amount: ({ amount }, filter) => numberFits(amount, filter),
  at: ({ at }, filter) => instantFits(at, filter),
  type: ({ type }, filter) => anyFits(names(type ? [type] : []), filter),
  several: ({ several }, filter) => anyFits(names(several), filter),
  groups: ({ groups }, filter) => anyFits(names(groups === '*' ? departments : groups), filter),
};
function fits(row: Row, column: string, filter: Filter): boolean {
  const by = fitsBy[tagNames[column] ?? column];
  if (!by) throw new Error(column);
  return by(row, filter);
}

const oneOf = (values: fc.Arbitrary<string>): fc.Arbitrary<Filter> =>
  fc.record({ op: fc.constant('in' as const), values: fc.array(values, { minLength: 1, maxLength: 3 }) });
const exists: fc.Arbitrary<Filter> = fc.record({ op: fc.constant('exists' as const), value: fc.boolean() });
const compared = (values: fc.Arbitrary<string>): Record<string, fc.Arbitrary<Filter>> => ({
  ...Object.fromEntries(
    (['gt', 'lt', 'gte', 'lte'] as const).map((op) => [op, fc.record({ op: fc.constant(op), value: values })]),
  ),
  range: fc.record({ op: fc.constant('range' as const), from: values, to: values }),
});
const anyCase = (values: readonly string[]) =>
  fc.constantFrom(...values.flatMap((value) => [value, value.toUpperCase(), value.toLowerCase()]));
const texts = (values: readonly string[], pieces = values) => ({
  in: oneOf(anyCase(values)),
  like: like(pieces),
  exists,
});

/** The filters of each column, by the grammar. */
const operators: Record<string, Record<string, fc.Arbitrary<Filter>>> = {
  word: { in: oneOf(fc.oneof(text, fc.constantFrom(...words))), like: like(words), exists },
  code: texts(codes, ['a', '%', '_', '1', 'D1']),
  choice: { in: oneOf(anyCase(choices)), exists },
  always: { in: oneOf(anyCase(choices)) },
  ref: { in: oneOf(anyCase([...ids, randomUUID()])), exists },
  yes: { in: oneOf(anyCase(['true', 'false'])), exists },
  amount: {
    in: oneOf(fc.constantFrom(...numbers, 5).map(String)),
    ...compared(fc.constantFrom(...numbers, 5).map(String)),
    exists,
  },
  at: { ...compared(fc.constantFrom(...times.map((t) => `${t.slice(0, 23)}Z`), '2026-03-29T03:30:00+02:00')), exists },
  type: texts(names(types), ['k', 'o', 'LOCK', ' ']),
  several: texts(names(types), ['k', 'o', 'LOCK', ' ']),
  [`tags.${groupTag}`]: texts(names(departments), ['o', 'S', 'hoes']),
  [`tags.${noteTag}`]: { in: oneOf(text), like: like(words), exists },
};
const variants = { plain: {}, not: { not: true }, none: { none: true }, notNone: { not: true, none: true } } as const;
const filters = Object.entries(operators).flatMap(([column, of]) =>
  Object.entries(of).flatMap(([op, filter]) =>
    Object.entries(variants)
      .filter(
        ([, { none, not }]: [string, { none?: true; not?: true }]) =>
          (op === 'in' || !none) && (op !== 'exists' || !not),
      )
      .map(([variant, more]) => ({
        name: `${tagNames[column] ?? column}: ${op} ${variant}`,
        column,
        filter: filter.map((f): Filter => ({ ...f, ...more })),
      })),
  ),
);
const draws = 7;
let cases = 0;

test.each(filters)('$name matches the plain model', async ({ column, filter }) => {
  const answers = new Set<boolean>();
  await portal.inTenant('harbor', (db) =>
    fc.assert(
      fc.asyncProperty(filter, async (f) => {
        const expected = data.filter((row) => {
          const fit = fits(row, column, f);
          answers.add(fit);
          cases++;
          return fit;
        });
        const query = queryOf({ [column]: f });
        const found = await readAll({ db, actor: actorOf(tenant, 'all'), list, query }, 200);
        expect(found.ids).toEqual(expected.map(({ id }) => id));
        expect(new Set(found.totals)).toEqual(new Set([expected.length]));
      }),
      { numRuns: draws, seed: 5, endOnFailure: true },
    ),
  );
  // an operator that always or never matches proves nothing
  expect(answers.size).toBe(2);
});

test('two filters of a column with several values may be met by different values', async () => {
  const [first = '', second = ''] = names(types);
  const expected = data.filter(({ several }) => [first, second].every((name) => names(several).includes(name)));
  expect(expected).not.toEqual([]);
  await portal.inTenant('harbor', async (db) => {
    const query = { ...queryOf({ several: { op: 'in', values: [first] } }), q: `several:${second}` };
    const found = await readAll({ db, actor: actorOf(tenant, 'all'), list, query }, 200);
    expect(found.ids).toEqual(expected.map(({ id }) => id));
  });
});

test('100,000 pairs of row and filter were compared', () => {
  expect(cases).toBeGreaterThanOrEqual(100_000);
});

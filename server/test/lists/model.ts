// A second implementation of filters, slow and plain.
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Filter, printFilter } from '@keyward/contract/filter';
import type { ListReply, ListQuery } from '@keyward/contract/list';
import { listJson } from '#core/list/reply.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import type { List } from '#core/list/types.ts';

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

const matchesPattern = (text: string, pattern: readonly ('*' | { text: string })[]) =>
  new RegExp(
    `^${pattern.map((p) => (p === '*' ? '[^]*' : fold(p.text).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))).join('')}$`,
    'u',
  ).test(text);

/** Whether a text value matches. A missing one matches NOT_EXISTS, and every `not` of something else. */
export const textFits = (value: string | null, filter: Filter): boolean =>
  anyFits(value === null ? [] : [value], filter);

/** The same for several values: one match suffices. */
export function anyFits(values: readonly string[], filter: Filter): boolean {
  if (filter.op === 'exists') return values.length > 0 === filter.value;
  const fits = values.some((value) => valueFits(value, filter)) || (isNone(filter) && values.length === 0);
  return filter.not ? !fits : fits;
}
const isNone = (filter: Filter) => filter.op === 'in' && filter.none === true;

function valueFits(value: string, filter: Filter): boolean {
  if (filter.op === 'in') return filter.values.some((v) => fold(v) === fold(value));
  if (filter.op === 'like') return matchesPattern(fold(value), filter.pattern);
  throw new Error(filter.op);
}

/** Instants as ISO text, compared by the millisecond. */
export function instantFits(value: string | null, filter: Filter): boolean {
  if (filter.op === 'exists') return (value !== null) === filter.value;
  const { not, ...plain } = filter;
  if (not) return !instantFits(value, plain);
  if (value === null) return false;
  const at = Date.parse(value);
  const [a, b] = filter.op === 'range' ? [filter.from, filter.to] : 'value' in filter ? [filter.value, ''] : ['', ''];
  const [x, y] = [Date.parse(a), Date.parse(b)];
  return { gt: at > x, lt: at < x, gte: at >= x, lte: at <= x, range: at >= x && at <= y, in: false, like: false }[
    filter.op
  ];
}

/** Whole numbers, as text in the filter. */
export function numberFits(value: number | null, filter: Filter): boolean {
  if (filter.op === 'exists') return (value !== null) === filter.value;
  const { not, ...plain } = filter;
  if (not) return !numberFits(value, plain);
  if (value === null) return isNone(filter);
  if (filter.op === 'in') return filter.values.some((v) => Number(v) === value);
  if (filter.op === 'gt') return value > Number(filter.value);
  if (filter.op === 'lt') return value < Number(filter.value);
  if (filter.op === 'range') return value >= Number(filter.from) && value <= Number(filter.to);
  throw new Error(filter.op);
}

export const searchFits = (texts: readonly (string | null)[], search: string) =>
  search.trim() === '' || texts.some((text) => text !== null && fold(text).includes(fold(search.trim())));

/** Patterns of these pieces and stars; two adjacent texts would be one. */
export const like = (pieces: readonly string[]): fc.Arbitrary<Filter> =>
  fc.record({
    op: fc.constant('like' as const),
    pattern: fc
      .array(
        fc.oneof(
          fc.constant('*' as const),
          fc.constantFrom(...pieces).map((text) => ({ text })),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .filter((parts) => parts.every((part, i) => part === '*' || i === 0 || parts[i - 1] === '*')),
  });

export const queryOf = (filters: Record<string, Filter>): Query =>
  Object.fromEntries(Object.entries(filters).map(([column, filter]) => [column, printFilter(filter)]));

/** Filters by column, and the other parts of a list query. */
export type Query = Record<string, string | number>;

/** The same filters, some with `not:` or `,NOT_EXISTS`. */
const varied = (filter: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> =>
  fc.tuple(filter, fc.nat(3), fc.nat(3)).map(([f, not, none]): Filter => {
    if (f.op === 'exists') return f;
    const optional = f.op === 'in' && none === 0 ? { ...f, none: true as const } : f;
    return not === 0 ? { ...optional, not: true } : optional;
  });

type Filters = Record<string, fc.Arbitrary<Filter>>;
/** Any of the filters. */
export const someFilters = (
  filters: Filters,
  { minLength = 0, maxLength = Object.keys(filters).length } = {},
): fc.Arbitrary<Record<string, Filter>> =>
  fc
    .shuffledSubarray(Object.entries(filters), { minLength, maxLength })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map(([key, filter]) => [key, varied(filter)]))));

/** At most two of the filters: with more, few rows are left to compare. */
export const few = (filters: Filters): fc.Arbitrary<Record<string, Filter>> =>
  fc.oneof(...[0, 1, 1, 2].map((n) => someFilters(filters, { minLength: n, maxLength: n })));

export type ListCall<R> = { db: Db; actor: Actor; list: List<R>; query: Query };

/** One page. */
export const run = async <R>({ db, actor, list, query }: ListCall<R>): Promise<ListReply<{ id: string }>> =>
  JSON.parse(String(await listJson(db, actor, list, query as ListQuery))) as ListReply<{ id: string }>;

/** Every row, by cursor. */
export async function readAll<R>(call: ListCall<R>, size: number): Promise<{ ids: string[]; totals: number[] }> {
  const ids: string[] = [];
  const totals: number[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= 1000; page++) {
    const query = { ...call.query, page, results_per_page: size, ...(cursor ? { cursor } : {}) };
    const reply = await run({ ...call, query });
    ids.push(...reply.data.map((row) => row.id));
    totals.push(reply.total_results);
    cursor = reply.next;
    if (!cursor) return { ids, totals };
  }
  throw new Error('the pages do not end');
}

/**
 * Runs at most `numRuns` cases until `ms` are over. fast-check's own time limit would start the next
 * test while a case still queries on the same connection.
 */
export async function checkCases<T>(
  { ms, numRuns }: { ms: number; numRuns: number },
  cases: fc.Arbitrary<T>,
  check: (drawn: T) => Promise<void>,
): Promise<void> {
  let checked = 0;
  const end = performance.now() + ms;
  const inTime = async (drawn: T) => {
    if (performance.now() > end) return;
    await check(drawn);
    checked++;
  };
  await fc.assert(fc.asyncProperty(cases, inTime), { numRuns, endOnFailure: true });
  expect(checked).toBeGreaterThan(0);
}

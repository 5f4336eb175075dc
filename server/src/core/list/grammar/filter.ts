// Checks one filter: its operator must suit the column, its values the column's type.
import { limits } from '@keyward/contract/limits';
import { type Filter, type parseFilter, printFilter } from '@keyward/contract/filter';
import { fits, uuid } from '@keyward/contract/characters';
import { PortalError } from '#core/errors.ts';
import type { ColumnTest, Test } from '#core/list/conditions/condition.ts';
import { invalidFilterValue } from '#core/list/refusals.ts';
import type { Column } from '#core/list/types.ts';
import { type Now, parseInstant } from './time.ts';

const operators: Record<Column['type'], readonly Filter['op'][]> = {
  text: ['in', 'like', 'exists'],
  enum: ['in', 'exists'],
  id: ['in', 'exists'],
  boolean: ['in', 'exists'],
  number: ['in', 'gt', 'lt', 'gte', 'lte', 'range', 'exists'],
  instant: ['gt', 'lt', 'gte', 'lte', 'range', 'exists'],
};

/** Maximum parts (texts and asterisks) of a pattern. */
const patternParts = 20;

type Filtered = Pick<Column, 'type' | 'values' | 'required'>;

/** Throws PortalError unknownOperator or invalidFilterValue, naming the column. */
export function checkFilter(
  name: string,
  column: Filtered,
  filter: ReturnType<typeof parseFilter>,
  now: Now,
): ColumnTest {
  if (filter.op === 'invalid') throw wrongOperator(name, filter.operator);
  const tooLong = textsOf(filter).find((text) => !fits(text, limits.filterValue));
  if (tooLong !== undefined) throw invalidFilterValue(name, tooLong);
  const none = filter.op === 'in' && filter.none === true;
  const not = filter.op !== 'exists' && filter.not === true;
  const test = checkTest(name, column, filter, now);
  if (not && test.op === 'in' && column.type === 'enum' && column.required) {
    // `not` on a required enum becomes a test for the remaining values, which indexes and counters support
    const others = (column.values ?? []).filter((value) => !test.values.includes(value));
    return { test: { op: 'in', values: others }, none: false, not: false };
  }
  return { test, none, not };
}

function checkTest(name: string, column: Filtered, filter: Filter, now: Now): Test {
  if (!operators[column.type].includes(filter.op)) throw wrongOperator(name, filter.op === 'in' ? '=' : filter.op);
  switch (filter.op) {
    case 'exists':
      return { op: 'exists', value: filter.value };
    case 'like':
      if (filter.pattern.length > patternParts) throw invalidFilterValue(name, printFilter(filter));
      return { op: 'like', pattern: filter.pattern };
    case 'in':
      if (filter.values.length > limits.filterValues) throw invalidFilterValue(name, filter.values.join(','));
      // duplicates removed: some plans read the rows of each value separately
      return { op: 'in', values: [...new Set(filter.values.map((value) => checkValue(name, column, value)))] };
    default:
      return checkRange(name, column, filter, now);
  }
}

/** The texts of a filter that the database will fold. */
function textsOf(filter: Filter): string[] {
  switch (filter.op) {
    case 'exists':
      return [];
    case 'in':
      return filter.values;
    case 'like':
      return filter.pattern.flatMap((part) => (part === '*' ? [] : [part.text]));
    case 'range':
      return [filter.from, filter.to];
    default:
      return [filter.value];
  }
}

const wrongOperator = (column: string, operator: string) =>
  new PortalError('unknownOperator', { params: { column, operator }, field: column });

const wholeNumber = /^-?(0|[1-9]\d{0,14})$/;

/** The value in its stored form. */
function checkValue(name: string, column: Filtered, value: string): string {
  const lower = value.toLowerCase();
  const checked =
    column.type === 'enum'
      ? column.values?.find((v) => v.toLowerCase() === lower)
      : column.type === 'boolean'
        ? ['true', 'false'].find((v) => v === lower)
        : column.type === 'number'
          ? wholeNumber.exec(value)?.[0]
          : column.type === 'id'
            ? uuid.exec(lower)?.[0]
            : value;
  if (checked === undefined) throw invalidFilterValue(name, value);
  return checked;
}

type Comparison = Extract<Filter, { op: 'range' | 'gt' | 'lt' | 'gte' | 'lte' }>;

function checkRange(name: string, column: Filtered, filter: Comparison, now: Now): Test {
  const step = (text: string, by: 0 | 1) => {
    const value =
      column.type === 'instant' ? parseInstant(text, now) : wholeNumber.test(text) ? Number(text) : undefined;
    if (value === undefined) throw invalidFilterValue(name, text);
    return column.type === 'instant' ? new Date(value + by).toISOString() : String(value + by);
  };
  switch (filter.op) {
    case 'range':
      return { op: 'range', from: step(filter.from, 0), to: step(filter.to, 1) };
    case 'gt':
      return { op: 'range', from: step(filter.value, 1), to: null };
    case 'gte':
      return { op: 'range', from: step(filter.value, 0), to: null };
    case 'lt':
      return { op: 'range', from: null, to: step(filter.value, 0) };
    case 'lte':
      return { op: 'range', from: null, to: step(filter.value, 1) };
  }
}

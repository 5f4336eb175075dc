import { type Filter, parseFilter, printFilter } from '@keyward/contract/filter';
import type { FilterMeta } from '@keyward/contract/list';
import { periodNames, periodOf, periods } from '@keyward/contract/periods';
import { instantAt, type WallTime, wallTime } from '#lib/wallTime.ts';
import { asEnd } from '#ui/calendar.ts';
import {
  cleanWords,
  type Condition,
  conditionsFor,
  emptyField,
  type Field,
  isNamedByOthers,
  noValue,
} from './filterForm.ts';

type Meta = Pick<FilterMeta, 'filterType' | 'nullable'>;

/** A filter of the address as a field; 'other' stands for a filter that this form cannot express. */
export function readField(meta: Meta, text: string | undefined, zone: string): Field {
  const field = emptyField(meta);
  if (text === undefined) return field;
  const filter = parseFilter(text);
  const read = filter.op === 'invalid' ? undefined : readKnown(meta, text, filter, zone);
  const fits = read?.condition && conditionsFor(meta).includes(read.condition);
  return { ...field, ...(fits ? read : { condition: 'other' }) };
}

function readKnown(meta: Meta, text: string, filter: Filter, zone: string): Partial<Field> | undefined {
  if (filter.op === 'exists' && meta.filterType !== 'multiSelectTag') {
    return { condition: filter.value ? 'isNotEmpty' : 'isEmpty' };
  }
  switch (meta.filterType) {
    case 'text':
      return readText(filter);
    case 'number':
      return readNumber(filter);
    case 'select':
      return filter.op === 'in' && filter.values.length === 1 && !filter.none
        ? { condition: filter.not ? 'isNot' : 'isEqualTo', values: filter.values }
        : undefined;
    case 'multiSelect':
    case 'multiSelectTag':
      if (filter.op === 'exists')
        return filter.value ? { condition: 'isNotEmpty' } : { condition: 'isOneOf', values: [noValue] };
      return filter.op === 'in'
        ? {
            condition: filter.not ? 'isNoneOf' : 'isOneOf',
            values: [...filter.values, ...(filter.none ? [noValue] : [])],
          }
        : undefined;
    case 'dateRange': {
      const period = periodOf(text);
      return period ? { condition: period } : readDates(filter, zone);
    }
  }
}

function readText(filter: Filter): Partial<Field> | undefined {
  if (filter.op === 'in' && filter.values.length === 1 && !filter.none) {
    return { condition: filter.not ? 'isNot' : 'isEqualTo', text: filter.values[0] ?? '' };
  }
  if (filter.op !== 'like' || filter.not) return undefined;
  const words = filter.pattern.filter((part) => part !== '*');
  const text = words[0]?.text;
  if (text === undefined || words.length > 1) return undefined;
  const shape = filter.pattern.map((part) => (part === '*' ? '*' : 'x')).join('');
  const condition = ({ '*x*': 'contains', 'x*': 'startsWith', '*x': 'endsWith' } as const)[shape];
  return condition ? { condition, text } : undefined;
}

function readNumber(filter: Filter): Partial<Field> | undefined {
  if (filter.op === 'in' && filter.values.length === 1 && !filter.none) {
    return { condition: filter.not ? 'isNot' : 'isEqualTo', text: filter.values[0] ?? '' };
  }
  if (filter.op === 'range' && filter.from === filter.to) {
    return { condition: filter.not ? 'isNot' : 'isEqualTo', text: filter.from };
  }
  if ((filter.op !== 'gt' && filter.op !== 'lt') || filter.not) return undefined;
  return { condition: filter.op === 'gt' ? 'isGreaterThan' : 'isLessThan', text: filter.value };
}

function readDates(filter: Filter, zone: string): Partial<Field> | undefined {
  if (filter.op === 'range') {
    const [from, to] = [minuteAt(filter.from, zone), endAt(filter.to, zone)];
    return from && to ? { condition: filter.not ? 'isNotBetween' : 'isBetween', from, to } : undefined;
  }
  if ((filter.op !== 'gte' && filter.op !== 'lte') || filter.not) return undefined;
  const [from, to] = [minuteAt(filter.value, zone), endAt(filter.value, zone)];
  if (!from || !to) return undefined;
  return filter.op === 'gte' ? { condition: 'isBetween', from } : { condition: 'isUntil', to };
}

const minuteAt = (instant: string, zone: string): WallTime | undefined =>
  Number.isNaN(Date.parse(instant)) ? undefined : wallTime(instant, zone).slice(0, 'YYYY-MM-DD HH:mm'.length);

/**
 * The end of a range in the form: with its seconds where it includes its last minute, as a typed one; without them for the last
 * minute of a day, which is always included.
 */
function endAt(instant: string, zone: string): WallTime | undefined {
  const minute = minuteAt(instant, zone);
  const isWhole = Date.parse(instant) % 60_000 === 59_999 && !minute?.endsWith(' 23:59');
  return minute && isWhole ? `${minute}:59` : minute;
}

const sameField = (a: Field, b: Field) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A field as a filter; undefined when it filters nothing. An unchanged filter stays exactly as it was, also where the form shows
 * less than the filter contains (seconds, both half hours of a clock that is set back).
 */
export function printField(meta: Meta, field: Field, zone: string, before?: string): string | undefined {
  if (before !== undefined && sameField(field, readField(meta, before, zone))) return before;
  const { condition, values } = field;
  if (!condition || condition === 'other') return undefined;
  if (condition === 'isEmpty' || condition === 'isNotEmpty') {
    return printFilter({ op: 'exists', value: condition === 'isNotEmpty' });
  }
  const not = condition === 'isNot' || condition === 'isNoneOf' || condition === 'isNotBetween';
  switch (meta.filterType) {
    case 'text':
      return printText(condition, cleanWords(field.text), not);
    case 'number':
      return printNumber(condition, field.text.trim(), not);
    case 'dateRange':
      return printDates(condition, field, zone, not);
    default:
      return isNamedByOthers(field) ? printValues(field.others ?? [], !not) : printValues(values, not);
  }
}

function printValues(values: readonly string[], not: boolean): string | undefined {
  const named = values.filter((value) => value !== noValue);
  const none = named.length < values.length;
  if (!named.length) return none ? printFilter({ op: 'exists', value: not }) : undefined;
  return printFilter({ op: 'in', values: named, ...(none ? { none } : {}), ...(not ? { not } : {}) });
}

function printText(condition: Condition, text: string, not: boolean): string | undefined {
  if (!text) return undefined;
  if (condition === 'isEqualTo' || not) return printFilter({ op: 'in', values: [text], ...(not ? { not } : {}) });
  const [before, after] = [condition !== 'startsWith', condition !== 'endsWith'];
  return printFilter({
    op: 'like',
    pattern: [...(before ? ['*' as const] : []), { text }, ...(after ? ['*' as const] : [])],
  });
}

function printNumber(condition: Condition, text: string, not: boolean): string | undefined {
  if (!text) return undefined;
  if (condition === 'isGreaterThan' || condition === 'isLessThan') {
    return printFilter({ op: condition === 'isGreaterThan' ? 'gt' : 'lt', value: text });
  }
  return printFilter({ op: 'in', values: [text], ...(not ? { not } : {}) });
}

function printDates(condition: Condition, { from, to }: Field, zone: string, not: boolean): string | undefined {
  const period = periodNames.find((name) => name === condition);
  if (period) return periods[period];
  const start = from ? new Date(instantAt(from, zone)).toISOString() : undefined;
  const end = to ? new Date(endInstant(asEnd(to), zone)).toISOString() : undefined;
  if (condition === 'isUntil') return end && printFilter({ op: 'lte', value: end });
  if (start && end) return printFilter({ op: 'range', from: start, to: end, ...(not ? { not } : {}) });
  return start && printFilter({ op: 'gte', value: start, ...(not ? { not } : {}) });
}

/** The instant of a range's end: the last minute of a day, and a minute given to its last second, last until 59.999. */
function endInstant(wall: WallTime, zone: string): number {
  const end = wall.replace(/ 23:59$/, '$&:59');
  return instantAt(end, zone, 'last') + (/:\d\d:59$/.test(end) ? 999 : 0);
}

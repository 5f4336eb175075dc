import { limits } from '@keyward/contract/limits';
import type { FilterMeta } from '@keyward/contract/list';
import { periodNames } from '@keyward/contract/periods';
import { sanitiseText } from '#lib/sanitise.ts';
import type { WallTime } from '#lib/wallTime.ts';

const texts = ['contains', 'isEqualTo', 'startsWith', 'endsWith', 'isNot'] as const;
const numbers = ['isEqualTo', 'isGreaterThan', 'isLessThan', 'isNot'] as const;
const choices = ['isOneOf', 'isNoneOf'] as const;
const dates = ['isBetween', 'isNotBetween', 'isUntil', ...periodNames] as const;
const presence = ['isEmpty', 'isNotEmpty'] as const;
/** The subtypes of the specification (part 2, section 3 'Filter') and, beyond it, 'is not' and 'is empty' for each. */
export type Condition =
  | (typeof texts)[number]
  | (typeof numbers)[number]
  | (typeof choices)[number]
  | (typeof dates)[number]
  | (typeof presence)[number]
  | 'other';

/** One filter while it is being edited. Values that its condition does not need are ignored. */
export type Field = {
  condition: Condition | '';
  text: string;
  values: readonly string[];
  /** The options that are not among the values, where all options are known: a filter names whichever are fewer. */
  others?: readonly string[] | undefined;
  /** '' when nothing is chosen. */
  from: WallTime;
  to: WallTime;
};

/** Among `values`: stands for rows without any value. */
export const noValue = '\0none';

export function conditionsFor({ filterType, nullable }: Pick<FilterMeta, 'filterType' | 'nullable'>): Condition[] {
  const own: Record<FilterMeta['filterType'], readonly Condition[]> = {
    text: texts,
    number: numbers,
    select: ['isEqualTo', 'isNot'],
    multiSelect: choices,
    multiSelectTag: choices,
    dateRange: dates,
  };
  return [...own[filterType], ...(nullable ? presence : [])];
}

const first: Record<FilterMeta['filterType'], Condition | ''> = {
  text: '',
  number: '',
  select: 'isEqualTo',
  multiSelect: 'isOneOf',
  multiSelectTag: 'isOneOf',
  dateRange: 'isBetween',
};
/** The initial state of a field: lists and dates have an obvious condition, for text and numbers it must be chosen. */
export const emptyField = ({ filterType }: Pick<FilterMeta, 'filterType'>): Field => ({
  condition: first[filterType],
  text: '',
  values: [],
  from: '',
  to: '',
});

/** The sanitised text of an input; a leading = + - or @ stays, see filterText.ts. */
export const cleanWords = (text: string): string => sanitiseText(`x${text.trim()}`).slice(1).trim();

export type Fault =
  | 'valueRequired'
  | 'conditionRequired'
  | 'invalidInteger'
  | 'invalidNumber'
  | 'startRequired'
  | 'endAfterStart'
  | 'tooMany';
export type Faults = { condition?: Fault; value?: Fault };

/** The missing or invalid inputs of a field. Specification, part 2, section 5 'Filters'. */
export function faultsOf({ filterType }: Pick<FilterMeta, 'filterType'>, field: Field): Faults {
  const { condition, from, to } = field;
  if (condition === 'isEmpty' || condition === 'isNotEmpty' || condition === 'other') return {};
  if (filterType === 'text' || filterType === 'number') {
    const text = filterType === 'text' ? cleanWords(field.text) : field.text.trim();
    if (text && !condition) return { condition: 'conditionRequired' };
    if (condition && !text) return { value: 'valueRequired' };
    const wrong = filterType === 'number' && text ? numberFault(text) : undefined;
    return wrong ? { value: wrong } : {};
  }
  if (field.values.length > limits.filterValues && !isNamedByOthers(field)) return { value: 'tooMany' };
  if (filterType !== 'dateRange' || (condition !== 'isBetween' && condition !== 'isNotBetween')) return {};
  if (to && !from) return { value: 'startRequired' };
  return from && to && to < from ? { value: 'endAfterStart' } : {};
}

/** Whether a filter has too many values to name, but few enough others to name instead: all, or all but some. */
export function isNamedByOthers({ condition, values, others }: Field): boolean {
  if (values.length <= limits.filterValues || !others || others.length > limits.filterValues) return false;
  // 'none of' all options has no complement
  return others.length > 0 || condition === 'isOneOf';
}

/** Accepts whole numbers of up to 15 digits, which is what the server compares. */
export function numberFault(text: string): Fault | undefined {
  if (/^-?(0|[1-9]\d{0,14})$/.test(text.trim())) return undefined;
  return text.trim() !== '' && Number.isFinite(Number(text)) ? 'invalidInteger' : 'invalidNumber';
}

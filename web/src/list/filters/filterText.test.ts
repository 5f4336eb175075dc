import { parseFilter } from '@keyward/contract/filter';
import { limits } from '@keyward/contract/limits';
import { type FilterMeta, filterTypes } from '@keyward/contract/list';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitiseText } from '#lib/sanitise.ts';
import { readDates } from '#lib/typedDates.ts';
import { cleanWords, conditionsFor, emptyField, faultsOf, type Field, noValue } from './filterForm.ts';
import { printField, readField } from './filterText.ts';

const metaOf = (filterType: FilterMeta['filterType'], nullable = true) => ({ filterType, nullable });
const zone = 'Europe/London';

test.each([
  ['text', 'contains', { text: 'till' }, 'like:*till*'],
  ['text', 'startsWith', { text: 'till' }, 'like:till*'],
  ['text', 'endsWith', { text: 'till' }, 'like:*till'],
  ['text', 'isEqualTo', { text: 'Till 1, left' }, 'Till 1\\, left'],
  ['text', 'isNot', { text: 'like:x' }, 'not:\\like:x'],
  ['text', 'isEqualTo', { text: '-5' }, '\\-5'],
  ['text', 'isEmpty', {}, 'NOT_EXISTS'],
  ['text', 'isNotEmpty', {}, 'EXISTS'],
  ['number', 'isEqualTo', { text: '5' }, '5'],
  ['number', 'isEqualTo', { text: '-5' }, '\\-5'],
  ['number', 'isGreaterThan', { text: '-5' }, 'gt:-5'],
  ['number', 'isLessThan', { text: '5' }, 'lt:5'],
  ['number', 'isNot', { text: '5' }, 'not:5'],
  ['select', 'isEqualTo', { values: ['secured'] }, 'secured'],
  ['select', 'isNot', { values: ['secured'] }, 'not:secured'],
  ['multiSelect', 'isOneOf', { values: ['KEY', 'LOCK'] }, 'KEY,LOCK'],
  ['multiSelect', 'isNoneOf', { values: ['KEY', noValue] }, 'not:KEY,NOT_EXISTS'],
  ['multiSelectTag', 'isOneOf', { values: ['Denim', noValue] }, 'Denim,NOT_EXISTS'],
  ['multiSelectTag', 'isOneOf', { values: [noValue] }, 'NOT_EXISTS'],
  [
    'dateRange',
    'isBetween',
    { from: '2026-07-01 00:00', to: '2026-07-01 23:59' },
    'range:2026-06-30T23:00:00.000Z,2026-07-01T22:59:59.999Z',
  ],
  [
    'dateRange',
    'isNotBetween',
    { from: '2026-01-01 08:00', to: '2026-01-01 17:30' },
    'not:range:2026-01-01T08:00:00.000Z,2026-01-01T17:30:00.000Z',
  ],
  ['dateRange', 'isBetween', { from: '2026-01-01 08:00' }, 'gte:2026-01-01T08:00:00.000Z'],
  ['dateRange', 'isUntil', { to: '2026-01-01 23:59' }, 'lte:2026-01-01T23:59:59.999Z'],
  ['dateRange', 'last7Days', {}, 'gte:now-7d'],
  ['dateRange', 'isEmpty', {}, 'NOT_EXISTS'],
] as const)('%s %s %o is written %s, and read back', (filterType, condition, rest, text) => {
  const meta = metaOf(filterType);
  const field: Field = { ...emptyField(meta), condition, ...rest };
  expect(printField(meta, field, zone)).toBe(text);
  // for a tag, 'is empty' and the option without a value are the same filter
  const read = { ...emptyField(meta), condition, ...rest };
  expect(readField(meta, text, zone)).toEqual(read);
  // sanitising a query does not change it
  expect(sanitiseText(text)).toBe(text);
});

test.each(['text', 'number', 'select', 'multiSelect', 'multiSelectTag', 'dateRange'] as const)(
  '%s: an empty field is no filter, and has no fault',
  (filterType) => {
    const meta = metaOf(filterType);
    expect(printField(meta, emptyField(meta), zone)).toBeUndefined();
    expect(faultsOf(meta, emptyField(meta))).toEqual({});
    expect(readField(meta, undefined, zone)).toEqual(emptyField(meta));
  },
);

test.each([
  ['text', 'like:*a*b*'],
  ['text', 'not:like:*a*'],
  ['text', 'a,b'],
  ['text', 'gt:'],
  ['number', 'gte:4'],
  ['select', 'a,b'],
  ['multiSelect', 'like:*a*'],
  ['dateRange', 'gt:2026-01-01T00:00:00.000Z'],
  ['dateRange', 'range:now-2w,now'],
] as const)('%s %s cannot be shown by the form, and stays unchanged', (filterType, text) => {
  const meta = metaOf(filterType);
  const field = readField(meta, text, zone);
  expect(field.condition).toBe('other');
  expect(printField(meta, field, zone, text)).toBe(text);
  expect(printField(meta, { ...field, condition: 'isEmpty' }, zone, text)).toBe('NOT_EXISTS');
});

test.each(filterTypes)('%s: ‘is not’, ‘is empty’ and ‘is not empty’ can be chosen, and are read back', (filterType) => {
  const meta = metaOf(filterType);
  const conditions = conditionsFor(meta);
  const not = conditions.find((condition) => ['isNot', 'isNoneOf', 'isNotBetween'].includes(condition));
  const full = { text: '5', values: ['a'], from: '2026-01-01 08:00', to: '2026-01-01 17:30' };
  expect(printField(meta, { ...full, condition: not ?? '' }, zone)).toMatch(/^not:/);
  for (const [condition, text] of [
    ['isEmpty', 'NOT_EXISTS'],
    ['isNotEmpty', 'EXISTS'],
  ] as const) {
    expect(conditions).toContain(condition);
    expect(printField(meta, { ...full, condition }, zone)).toBe(text);
    expect(printField(meta, readField(meta, text, zone), zone)).toBe(text);
  }
});

describe('more values than one filter can name', () => {
  const values = Array.from({ length: limits.filterValues + 1 }, (_, i) => `Bay ${i}`);
  test.each([
    ['isOneOf', true, [], undefined],
    ['isOneOf', true, [noValue], 'EXISTS'],
    ['isOneOf', true, ['Denim', noValue], 'not:Denim,NOT_EXISTS'],
    ['isOneOf', true, ['Denim'], 'not:Denim'],
    ['isNoneOf', true, [noValue], 'NOT_EXISTS'],
    ['isNoneOf', false, ['Denim'], 'Denim'],
  ] as const)('%s, nullable %s, all except %o: %s', (condition, nullable, others, text) => {
    const meta = metaOf('multiSelectTag', nullable);
    const field: Field = { ...emptyField(meta), condition, values, others };
    expect(faultsOf(meta, field)).toEqual({});
    expect(printField(meta, field, zone)).toBe(text);
  });
  test.each([
    // there may be more than are known
    ['isOneOf', undefined],
    ['isNoneOf', []],
    ['isOneOf', values],
  ] as const)('%s, all except %o, is refused', (condition, others) => {
    const meta = metaOf('multiSelectTag');
    expect(faultsOf(meta, { ...emptyField(meta), condition, values, others })).toEqual({ value: 'tooMany' });
  });
});

test('a value that every row has cannot be filtered for empty', () => {
  expect(conditionsFor(metaOf('text', false))).not.toContain('isEmpty');
  expect(readField(metaOf('text', false), 'NOT_EXISTS', zone).condition).toBe('other');
});

test('any filter in the address survives an untouched form', () => {
  const value = fc.string({ maxLength: 12 });
  const text = fc.oneof(
    value,
    value.map((v) => `like:*${v}*`),
    fc
      .tuple(fc.date({ noInvalidDate: true }), fc.date({ noInvalidDate: true }))
      .map(([a, b]) => `range:${a.toISOString()},${b.toISOString()}`),
    value.map((v) => `not:${v},NOT_EXISTS`),
  );
  const types = fc.constantFrom('text', 'number', 'select', 'multiSelect', 'multiSelectTag', 'dateRange' as const);
  fc.assert(
    fc.property(
      types,
      fc.boolean(),
      text,
      fc.constantFrom('UTC', zone, 'Asia/Seoul'),
      (type, nullable, before, where) => {
        const meta = metaOf(type, nullable);
        expect(printField(meta, readField(meta, before, where), where, before)).toBe(before);
      },
    ),
    { numRuns: 2000 },
  );
});

test.each(['multiSelect', 'multiSelectTag', 'select'] as const)(
  '%s: the sanitiser leaves chosen values unchanged, whatever their names',
  (filterType) => {
    const meta = metaOf(filterType);
    const mark = fc.constantFrom(
      '&',
      '|',
      ';',
      '$',
      '<',
      '>',
      '`',
      '<b>',
      '=',
      '+',
      '-',
      '@',
      ' ',
      '\u3000',
      ',',
      '\\',
    );
    const name = fc
      .array(fc.oneof(mark, fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join(''));
    const many = filterType === 'select' ? 1 : 3;
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: many }), fc.boolean(), (values, not) => {
        const condition =
          filterType === 'select'
            ? not
              ? 'isNot'
              : 'isEqualTo'
            : ((not ? 'isNoneOf' : 'isOneOf') as Field['condition']);
        const printed = printField(meta, { ...emptyField(meta), condition, values }, zone) ?? '';
        expect(sanitiseText(printed)).toBe(printed);
        expect(readField(meta, printed, zone)).toMatchObject({ condition, values });
      }),
    );
  },
);

describe('texts', () => {
  test('any typed text is filtered by exactly, except for what the sanitiser removes', () => {
    const conditions = fc.constantFrom('contains', 'isEqualTo', 'startsWith', 'endsWith', 'isNot' as const);
    fc.assert(
      fc.property(conditions, fc.string({ maxLength: 20 }), (condition, text) => {
        const meta = metaOf('text');
        const printed = printField(meta, { ...emptyField(meta), condition, text }, zone);
        const cleaned = cleanWords(text);
        fc.pre(cleaned !== '');
        expect(printed && sanitiseText(printed)).toBe(printed);
        expect(readField(meta, printed, zone)).toMatchObject({ condition, text: cleaned });
      }),
    );
  });
  test.each([
    [{ condition: 'contains' }, { value: 'valueRequired' }],
    [{ condition: 'contains', text: '  ' }, { value: 'valueRequired' }],
    [{ condition: 'contains', text: '<&>' }, { value: 'valueRequired' }],
    [{ text: 'x' }, { condition: 'conditionRequired' }],
    [{ condition: 'isEmpty' }, {}],
  ] as const)('%o is judged %o', (given, faults) => {
    expect(faultsOf(metaOf('text'), { ...emptyField(metaOf('text')), ...given })).toEqual(faults);
  });
});

test('a number needs a condition and a value, like a text', () => {
  const meta = metaOf('number');
  expect(faultsOf(meta, { ...emptyField(meta), text: '5' })).toEqual({ condition: 'conditionRequired' });
  expect(faultsOf(meta, { ...emptyField(meta), condition: 'isLessThan' })).toEqual({ value: 'valueRequired' });
});

test.each([
  ['5', {}],
  ['-5', {}],
  ['007', { value: 'invalidInteger' }],
  ['1.5', { value: 'invalidInteger' }],
  ['1e3', { value: 'invalidInteger' }],
  ['five', { value: 'invalidNumber' }],
])('the number %s is judged %o', (text, faults) => {
  expect(faultsOf(metaOf('number'), { ...emptyField(metaOf('number')), condition: 'isEqualTo', text })).toEqual(faults);
});

describe('dates', () => {
  const meta = metaOf('dateRange');
  const between = (from: string, to: string): Field => ({ ...emptyField(meta), from, to });

  test.each([
    ['', '2026-01-01 23:59', { value: 'startRequired' }],
    ['2026-01-02 00:00', '2026-01-01 23:59', { value: 'endAfterStart' }],
    ['2026-01-01 10:00', '2026-01-01 10:00', {}],
    ['2026-01-01 10:00', '', {}],
  ])('from %s to %s is judged %o', (from, to, faults) => {
    expect(faultsOf(meta, between(from, to))).toEqual(faults);
    expect(faultsOf(meta, { ...between(from, to), condition: 'isUntil' })).toEqual({});
  });

  test.each([
    // London sets its clocks forward, New York sets them back
    ['Europe/London', '2026-03-29', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Tokyo', '2026-03-29', 24],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ])('in %s the whole of %s has %d hours', (where, day, hours) => {
    const filter = parseFilter(printField(meta, between(`${day} 00:00`, `${day} 23:59`), where) ?? '');
    if (filter.op !== 'range') throw new Error(filter.op);
    expect((Date.parse(filter.to) + 1 - Date.parse(filter.from)) / 3_600_000).toBe(hours);
  });

  test.each([
    ['9pm', '2026-11-24T21:59:30.000Z'],
    ['11pm', '2026-11-24T23:59:59.500Z'],
    ['2 hours ago', '2026-11-25T14:30:30.000Z'],
  ])('the filter for the typed %s includes an event at %s', async (text, at) => {
    const typed = await readDates(text, 'en', '2026-11-25 14:30:40');
    const filter = parseFilter(printField(meta, { ...emptyField(meta), ...typed }, 'UTC') ?? '');
    if (filter.op !== 'range') throw new Error(filter.op);
    expect(Date.parse(filter.from)).toBeLessThan(Date.parse(at));
    expect(Date.parse(filter.to)).toBeGreaterThan(Date.parse(at));
    expect(filter.to).toMatch(/:59\.999Z$/);
  });

  test.each([
    [
      'range:2026-11-24T21:00:00.000Z,2026-11-24T21:59:59.999Z',
      'range:2026-11-24T20:30:00.000Z,2026-11-24T21:59:59.999Z',
    ],
    [
      'range:2026-11-24T21:00:00.000Z,2026-11-24T21:59:00.000Z',
      'range:2026-11-24T20:30:00.000Z,2026-11-24T21:59:00.000Z',
    ],
    [
      'range:2026-11-24T21:00:00.000Z,2026-11-24T23:59:59.999Z',
      'range:2026-11-24T20:30:00.000Z,2026-11-24T23:59:59.999Z',
    ],
  ])('a change of the start of %s keeps its end', (before, after) => {
    const from = '2026-11-24 20:30';
    expect(printField(meta, { ...readField(meta, before, 'UTC'), from }, 'UTC', before)).toBe(after);
  });

  test('an exclusive range keeps its last millisecond', () => {
    const before = 'lte:2026-11-24T21:59:59.999Z';
    const field = readField(meta, before, 'UTC');
    expect(field).toMatchObject({ condition: 'isUntil', to: '2026-11-24 21:59:59' });
    const other: Field = { ...field, condition: 'isNotBetween', from: '2026-11-24 21:00' };
    expect(printField(meta, other, 'UTC', before)).toBe('not:range:2026-11-24T21:00:00.000Z,2026-11-24T21:59:59.999Z');
  });

  test('a time that occurs twice is read from its first to its last occurrence', () => {
    const field = between('2026-11-01 01:30', '2026-11-01 01:30');
    expect(printField(meta, field, 'America/New_York')).toBe('range:2026-11-01T05:30:00.000Z,2026-11-01T06:30:00.000Z');
  });
});

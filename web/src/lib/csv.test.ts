import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvLines, defuse, restore } from './csv.ts';
import { sanitiseText } from './sanitise.ts';

const runs = { numRuns: 20_000 };
const piece = fc.constantFrom(
  ...[
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '\0',
    ' ',
    '\u00a0',
    '\u3000',
    '\ufeff',
    "'",
    '"',
  ],
  ...[',', ';', '|', '1', 'A1', 'SUM(', 'cmd', '日本', '한국', '🔑', '<b>', '&'],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const computes = /^\s*[=+\-@＝＋－＠\t\r\n\0]/;

test('no cell is a formula, and only an apostrophe is added', () => {
  fc.assert(
    fc.property(text, (value) => {
      const cell = defuse(value);
      expect(computes.test(cell)).toBe(false);
      expect(cell === value || cell === `'${value}`).toBe(true);
      expect(cell === value).toBe(!computes.test(value));
    }),
    runs,
  );
});

test('an apostrophe is never doubled', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(defuse(defuse(value))).toBe(defuse(value));
    }),
    runs,
  );
  expect(defuse("'=1+1")).toBe("'=1+1");
});

test('an import reads what was there before', () => {
  fc.assert(
    fc.property(text, (value) => {
      fc.pre(!/^'\s*[=+\-@＝＋－＠\t\r\n\0]/.test(value));
      expect(restore(defuse(value))).toBe(value);
    }),
    runs,
  );
});

test('what the portal stored comes back the same when it is imported through the portal', () => {
  fc.assert(
    fc.property(text.map(sanitiseText), (stored) => {
      // two characters in a row that mean nothing to the clean-up
      fc.pre(!/^'\s*[＝＋－＠\t\r\n\0]|^'\s+[=+\-@]/.test(stored));
      expect(sanitiseText(restore(defuse(stored)))).toBe(stored);
    }),
    runs,
  );
});

test('a file is read back as its cells, line by line', () => {
  const cell = fc.oneof(text, fc.integer().map(String), fc.constant(''));
  const table = fc
    .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 6 }))
    .chain(([width, height]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
    );
  fc.assert(
    fc.property(table, (rows) => {
      const file = csvLines(rows);
      expect(file.endsWith('\r\n')).toBe(true);
      const { data } = Papa.parse<string[]>(file.slice(0, -2), { delimiter: ',', newline: '\r\n' });
      expect(data).toEqual(rows.map((row) => row.map(defuse)));
    }),
    { numRuns: 2000 },
  );
});

test('cells are quoted as RFC 4180 says', () => {
  expect(
    csvLines([
      ['Name', 'Groups', 'n'],
      ['a "b", c', 'one\r\ntwo', -5],
      ['', ' x ', 0],
    ]),
  ).toBe('Name,Groups,n\r\n"a ""b"", c","one\r\ntwo",-5\r\n," x ",0\r\n');
  expect(csvLines([])).toBe('');
});

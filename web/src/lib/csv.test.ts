import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvLines, defuse, restore } from './csv.ts';

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
    '﹦',
    '﹢',
    '﹣',
    '﹫',
    '\u00ad',
    '\u061c',
    '\u200d',
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
const unseen = '\\s\\u00ad\\u061c\\u200d\\u2060\\ufe0f\\ufeff';
const computes = new RegExp(`^[${unseen}]*[=+\\-@＝＋－＠﹦﹢﹣﹫]|^\\s*[\\t\\r\\n\\0]`);

test('no cell is a formula, and only apostrophes are added', () => {
  fc.assert(
    fc.property(text, (value) => {
      const cell = defuse(value);
      return (
        !computes.test(cell) &&
        cell.replace(/^'*/, '') === value.replace(/^'*/, '') &&
        (!computes.test(value) || cell === `''${value}`)
      );
    }),
    runs,
  );
});

test.each(['\u200d=1', '\u00ad=1', '\u061c+1', '\u2060@x', '﹦1', '﹢1', '﹣1', '﹫x', ' \u200b＝1', '=1'])(
  '%j is defused',
  (value) => {
    expect(defuse(value)).toBe(`''${value}`);
  },
);

test('an apostrophe that the portal stored is not doubled', () => {
  for (const stored of ["'=1+1", "'-5", "'@home", "'+1"]) expect(defuse(stored)).toBe(stored);
});

test('an import reads what was there before, and no two texts give one cell', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('', "'", "''", "'''"), (value, apostrophes) => {
      return restore(defuse(apostrophes + value)) === apostrophes + value;
    }),
    runs,
  );
  expect(['=1', "'=1", "''=1", "'''=1"].map(defuse)).toEqual(["''=1", "'=1", "'''=1", "''''=1"]);
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

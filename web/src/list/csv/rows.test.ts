import { defuse, restore } from '@keyward/contract/csv';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvLines } from './lines.ts';
import { csvHeader, type CsvShape, csvWriter } from './rows.ts';

const shape: CsvShape = {
  zone: 'Asia/Tokyo',
  words: { yes: 'Yes', no: 'No', all: 'All' },
  columns: [
    { header: 'Name', path: 'name', kind: 'text' },
    { header: 'Type', path: 'device_type_name', kind: 'text', labels: { ir_padlock_2_0: 'IRパドロック' } },
    { header: 'Class', path: 'class', kind: 'text', labels: { LOCK: 'Lock' } },
    { header: 'Groups', path: 'tagValues', kind: 'list' },
    { header: 'Agent, e-mail', path: 'description.agentEmail', kind: 'text' },
    { header: 'At', path: 'at', kind: 'dateTime' },
    { header: 'dBm', path: 'signal', kind: 'number' },
    { header: 'On', path: 'on', kind: 'boolean' },
  ],
};
const line = (row: object) => csvWriter(shape)([row]);

test('a reason is written in words, also if an earlier release stored it among the changes', () => {
  const written = csvWriter({
    ...shape,
    columns: [{ header: 'Reason', path: 'reason', kind: 'refusal', labels: { usedUp: 'No uses left' } }],
  });
  const event = { event: 'USE_SECURE_KEY', description: { changes: [] as object[] } };
  const changes = [{ attribute: 'reason', oldValue: null, newValue: 'usedUp' }];
  const text = written([
    { ...event, reason: 'usedUp' },
    { ...event, description: { changes } },
    event,
    { name: 'none' },
  ]);
  expect(text).toBe('No uses left\r\nNo uses left\r\n\r\n\r\n');
});

test('a hidden or unknown holder is written in words, and a key that is in has an empty cell', () => {
  const column = { header: 'Held by', path: 'held_by', kind: 'holder' } as const;
  const write = csvWriter({
    ...shape,
    columns: [column],
    holder: { hidden: '見ることができません', unknown: 'Holder not known' },
  });
  const held_since = '2026-11-20T15:04:05.999Z';
  const rows = [
    { held_by: 'Mona', held_since },
    { held_by: null, held_since, holder_unknown: false },
    { held_by: null, held_since, holder_unknown: true },
    { held_by: null, held_since: null },
    { name: 'none' },
  ];
  expect(write(rows)).toBe('Mona\r\n見ることができません\r\nHolder not known\r\n\r\n\r\n');
});

test('the header has the column names on screen', () => {
  expect(csvHeader(shape)).toBe('Name,Type,Class,Groups,"Agent, e-mail",At,dBm,On\r\n');
});

test('values are written in words, times in the zone, lists with a separator that is in no value', () => {
  expect(
    line({
      name: '=1',
      device_type_name: 'IR padlock 2.0',
      class: 'LOCK',
      tagValues: ['Toys', 'Shoes, boots'],
      description: { agentEmail: 'a@x.example' },
      at: '2026-11-20T15:04:05.999Z',
      signal: -68,
      on: false,
    }),
  ).toBe(`''=1,IRパドロック,Lock,"Toys; Shoes, boots",a@x.example,21/11/2026 00:04:05,-68,No\r\n`);
});

test('roles are written by name, built-in ones in words', () => {
  const roles = {
    header: 'Roles',
    path: 'roles',
    kind: 'role',
    labels: { okm_user: 'OKM ユーザー', admin: '管理者' },
  } as const;
  const write = csvWriter({ ...shape, columns: [roles] });
  const row = {
    roles: [
      { id: '1', name: 'OKM user', builtIn: 'okmUser' },
      { id: '2', name: 'Admin', builtIn: null },
    ],
  };
  expect(write([row, { roles: [] }])).toBe('OKM ユーザー; Admin\r\n\r\n');
});

test('a download is written as its list and view in words, other events as their own name', () => {
  const entity = { header: '対象', path: 'description.entityName', kind: 'exported' } as const;
  const words = { text: '{{list}}：{{view}}', lists: { event: '操作履歴' }, views: { event: { Overview: '概要' } } };
  const write = csvWriter({ ...shape, columns: [entity], exported: words });
  const download = (resource: string, view: string, name: string) => ({
    event: 'EXPORT_CSV',
    description: {
      entityName: `${resource}: ${name}`,
      changes: [
        { attribute: 'resource', oldValue: null, newValue: resource },
        { attribute: 'view', oldValue: null, newValue: view },
      ],
    },
  });
  const saved = '0a0b0c0d-0000-4000-8000-000000000000';
  expect(
    write([
      download('event', 'Overview', 'Overview'),
      // a saved view keeps its own name
      download('event', saved, 'Overview'),
      download('other', 'Overview', 'Overview'),
      { ...download('event', 'Overview', 'Overview'), event: 'EXPORT_PINS' },
      { event: 'EXPORT_CSV', description: { entityName: 'event: Overview', changes: [] } },
      { event: 'MODIFY_DEVICE', description: { entityName: 'event: Overview', changes: [] } },
      { event: 'LOGIN', description: { entityName: null, changes: [] } },
    ]),
  ).toBe(
    '操作履歴：概要\r\n操作履歴：Overview\r\nother：Overview\r\n操作履歴：概要\r\nevent: Overview\r\nevent: Overview\r\n\r\n',
  );
});

test('a value without a text is written unchanged, and a missing one as an empty cell', () => {
  expect(
    line({ name: 'A', device_type_name: 'Own type', class: 'constructor', tagValues: ['*'], on: true, signal: null }),
  ).toBe('A,Own type,constructor,All,,,,Yes\r\n');
  expect(line({})).toBe(',,,,,,,\r\n');
  expect(csvWriter(shape)([])).toBe('');
});

test('the changes of an event are written as its details show them, all parts in the same order', () => {
  const part = (name: string) => ({ header: name, path: `description.changes.${name}`, kind: 'changes' }) as const;
  const changes = {
    yes: 'はい',
    no: 'いいえ',
    required: '必須',
    every: 'All',
    names: { name: '名前', disabled: '無効' },
    values: {},
    codes: {},
    exported: { text: '', lists: {}, views: {} },
    weekdays: [],
    closed: '',
  };
  const write = csvWriter({ ...shape, columns: ['attribute', 'newValue', 'oldValue'].map(part), changes });
  const row = {
    description: {
      changes: [
        { attribute: 'name', oldValue: null, newValue: 'true' },
        { attribute: 'disabled', oldValue: null, newValue: 'true' },
        { attribute: 'lastSeen', oldValue: null, newValue: '2026-11-20T15:04:05.999Z' },
        { attribute: 'tags.Bay', oldValue: null, newValue: null },
      ],
    },
  };
  expect(write([row, { description: { changes: [] } }])).toBe(
    '名前; 無効; lastSeen; Bay,true; はい; 21/11/2026 00:04:05; –,\r\n,,\r\n',
  );
});

const runs = { numRuns: 20_000 };
const piece = fc.constantFrom(
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
  ',',
  ';',
  '|',
  '1',
  'A1',
  'SUM(',
  'cmd',
  '日本',
  '한국',
  '🔑',
  '<b>',
  '&',
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

test('an import restores the original text, and no two texts give the same cell', () => {
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

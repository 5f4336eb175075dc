import { expect, test } from 'vitest';
import { imports } from '#texts/en/imports.ts';

const judges = import.meta.glob<string>(
  ['../../../../server/src/modules/profiles/import-*.ts', '!../../../../server/src/modules/profiles/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);

test('every problem that the server finds in a row has a text', () => {
  const source = Object.values(judges).join('\n');
  const found = [...source.matchAll(/(?:\.add\([^,()]+, |\brefuse\(\w+, |message: )[`'](\w+)/g)];
  const codes = [...new Set(found.map(([, code = '']) => code))];
  expect(codes).toEqual(expect.arrayContaining(['usernameTaken', 'unknownRole', 'lastHolder', 'changedSince']));
  const keyOf = (code: string) => `userError${code.charAt(0).toUpperCase()}${code.slice(1)}`;
  expect(codes.filter((code) => !Object.hasOwn(imports, keyOf(code)))).toEqual([]);
});

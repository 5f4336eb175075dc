import { expect, test } from 'vitest';
import { portalTexts } from '#lib/i18n.ts';
import { textFileOf, textFiles } from './textFiles.ts';

const namespaces = Object.keys(import.meta.glob('../src/texts/en/*.ts')).map((path) => /(\w+)\.ts$/.exec(path)?.[1]);

test('every namespace has its file, and only the texts of the first page are in the first one', () => {
  expect(Object.keys(textFiles)).toEqual(expect.arrayContaining(namespaces));
  const first = Object.entries(textFiles).flatMap(([namespace, file]) => (file === 'texts' ? [namespace] : []));
  expect(first.toSorted()).toEqual(portalTexts.toSorted());
});

test('a text module goes to the file of its language', () => {
  expect(textFileOf('/web/src/texts/ja-JP/shell.ts')).toBe('texts-ja-JP');
  expect(textFileOf('/contract/src/texts/en/errors.ts')).toBe('openedTexts-en');
  expect(textFileOf('/web/src/texts/en/devices.ts')).toBeUndefined();
  expect(textFileOf('/web/src/lib/errors.ts')).toBeUndefined();
});

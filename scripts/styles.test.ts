import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

/** The limit that lint has for code, which does not see style sheets. */
const limit = 300;
const folder = path.join(root, 'web/src');

test('a style sheet has at most 300 lines', () => {
  const sheets = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(10);
  const lines = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n').length;
  expect(sheets.filter((file) => lines(file) > limit)).toEqual([]);
});

import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

/** The limit of lint for code; lint does not see style sheets. */
const limit = 300;
const folder = path.join(root, 'web/src');

test('a style sheet has at most 300 lines', () => {
  const sheets = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(10);
  const lines = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n').length;
  expect(sheets.filter((file) => lines(file) > limit)).toEqual([]);
});

/** Style sheets and scripts of the portal, with the script of index.html. */
const written = ['index.html', ...fs.readdirSync(path.join(root, 'web/src'), { recursive: true, encoding: 'utf8' })]
  .filter((file) => /\.(css|html|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => (file === 'index.html' ? `web/${file}` : `web/src/${file}`));
const textOf = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

// an em grows with the browser's font size: a query in em switches at another width than one in px
test('a media query is in px', () => {
  const inFonts = /\((?:min|max)-(?:width|height): *[\d.]+r?em\)/g;
  expect(written.flatMap((file) => [...textOf(file).matchAll(inFonts)].map(([query]) => `${file}: ${query}`))).toEqual(
    [],
  );
});

test('scripts name the width of a phone once, and index.html uses the same width', () => {
  const width = '(max-width: 640px)';
  expect(written.filter((file) => !file.endsWith('.css') && textOf(file).includes(width))).toEqual([
    'web/index.html',
    'web/src/lib/phone.ts',
  ]);
});

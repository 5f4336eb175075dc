import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

const avoided = /\b(?:anew|meanwhile|mend|mended|mends|nobody|somebody|told|whoever)\b/i;
/** Comments of shell scripts and of SQL. */
const lineComment = /(?<=^|\s)(?:#|--).*$/gm;
const comment = /(?<=^|[\s({;,])(?:\/\*[^]*?\*\/|\/\/.*$)/gm;
/** Titles of tests. */
const title = /\b(?:test|describe)(?:\.\w+)*\(\s*(?:'[^'\n]*'|`[^`\n]*`)/g;
const codeSpan = /`[^`\n]*`/g;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => fs.existsSync(path.join(root, file)));
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
/** CONTRIBUTING names the words; the two maps quote titles of tests. */
const prose = files.filter((file) => file.endsWith('.md') && !/CONTRIBUTING|-tests\.md$/.test(file));
const tests = files.filter((file) => /\.(?:test|spec|nightly)\.ts$/.test(file));
const code = files.filter((file) => /\.(?:ts|tsx|css)$/.test(file));
/** Migrations below 0101 have landed with these words, and a landed file cannot change (decision 0055). */
const scripts = files.filter((file) => file.endsWith('.sh') || /\/(?!00|0100)\d{4}_\w+\.sql$/.test(file));

test.each([
  ['comments', code, (text: string) => text.match(comment) ?? []],
  ['comments of scripts and migrations', scripts, (text: string) => text.match(lineComment) ?? []],
  ['titles of tests', tests, (text: string) => text.match(title) ?? []],
  ['documents', prose, (text: string) => text.replaceAll(codeSpan, '').split('\n')],
])('%s avoid the words that CONTRIBUTING names', (_, sources, passages) => {
  expect(sources.length).toBeGreaterThan(sources === scripts ? 0 : 10);
  const found = sources.flatMap((file) =>
    passages(read(file))
      .filter((passage) => avoided.test(passage))
      .map((passage) => `${file}: ${passage.trim()}`),
  );
  expect(found).toEqual([]);
});

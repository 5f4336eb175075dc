import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

const folder = path.join(root, 'docs/decisions');
const files = fs.readdirSync(folder).filter((file) => file !== 'README.md');
const numbers = files.map((file) => /^(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1] ?? file);

test('every decision has a unique number', () => {
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
});

test('every decision has its number, a title, a status and an index entry', () => {
  const index = fs.readFileSync(path.join(folder, 'README.md'), 'utf8');
  for (const file of files) {
    const [title = '', , status = ''] = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
    expect(title, file).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`));
    expect(status, file).toMatch(/^\*\*Status\.\*\* (Accepted|Superseded by .*), \d{4}-\d\d-\d\d\./);
    expect(index).toContain(`- [${title.slice(2)}](${file})\n`);
  }
});

test('references to decisions name existing ones', () => {
  const grep = [
    'grep',
    '--untracked',
    '-hoE',
    'decisions/[0-9]{4}(-[a-z0-9-]+\\.md)?',
    '--',
    '*.ts',
    '*.tsx',
    '*.md',
    '*.sql',
  ];
  const references = execFileSync('git', grep, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const referenced = [...new Set(references)].map((reference) => reference.replace('decisions/', ''));
  expect(referenced.length).toBeGreaterThan(5);
  expect(referenced.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});

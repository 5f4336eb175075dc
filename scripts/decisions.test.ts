import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

const files = fs.readdirSync(path.join(root, 'docs/decisions'));
const numbers = files.map((file) => /^(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1] ?? file);

test('every decision has a number of its own', () => {
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
});

test('what refers to a decision names one that exists', () => {
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
  const named = [...new Set(references)].map((reference) => reference.replace('decisions/', ''));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});

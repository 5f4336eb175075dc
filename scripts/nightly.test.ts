import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ViteUserConfig } from 'vitest/config';
import { root } from './steps.ts';

const config = (await import(path.join(root, 'vitest.nightly.config.ts'))) as { default: ViteUserConfig };
const included = config.default.test?.include ?? [];
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server/*.test.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => fs.existsSync(path.join(root, file)));

test('each file of tests that is shortened by day runs in full at night', () => {
  const shortened = files.filter((file) =>
    fs.readFileSync(path.join(root, file), 'utf8').includes("from '#testing/nightly.ts'"),
  );
  expect(shortened.length).toBeGreaterThan(10);
  expect(shortened.filter((file) => !included.some((pattern) => path.matchesGlob(file, pattern)))).toEqual([]);
});

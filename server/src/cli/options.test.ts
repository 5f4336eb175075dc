// Refusals of options that commands do not take.
import fs from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/folder.ts';
import { openPortal } from '#testing/portal.ts';
import { runCommand } from './command.testing.ts';

const portal = await openPortal();
const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));
const environment = { DATABASE_URL: portal.database.url, KEYWARD_TEST: '1', KEYWARD_DATA: folder, LOG_LEVEL: 'silent' };
const keyward = (...command: string[]) => runCommand(environment, ...command);

const link = ['user', 'link', '--tenant', 'demo'];
test.each<[string[], string]>([
  [[...link, '--profil', 'clerk'], 'There is no option --profil.'],
  [[...link, '-p', 'clerk'], 'There is no option -p.'],
  [[...link, '--profile'], '--profile needs a value.'],
  [
    [...link, '--profile', '--tenant'],
    '--profile needs a value, and --tenant looks like an option. If it is the value, write --profile=--tenant.',
  ],
  [[...link, '--profile', 'clerk', 'manager'], '"manager" belongs to no option.'],
  [['tenant', 'support', '--tenant', 'demo', '--on=yes'], '--on takes no value.'],
])('%j are refused, and the wrong one is named', async (args, sentence) => {
  const help = `npm run keyward -- help ${args[0]} lists its options.`;
  expect(await keyward(...args)).toEqual({ code: 1, out: '', err: `${sentence}\n${help}\n` });
});

test('an argument that is too long is refused, and its beginning is quoted', async () => {
  expect((await keyward(...link, '--profile', 'x'.repeat(3000))).err).toBe(
    `'${'x'.repeat(40)}…' is longer than 2048 characters.\nnpm run keyward -- help user lists its options.\n`,
  );
});

test.each([
  ['-1', '--rate takes a number above 0, not "-1".\n'],
  ['-.5', '--rate takes a number above 0, not "-.5".\n'],
  ['x', '--rate takes a number above 0, not "x".\n'],
])('a rate of %s is refused: it must be a number above 0', async (rate, err) => {
  expect(await keyward('simulate', '--tenant', 'demo', '--rate', rate)).toEqual({ code: 1, out: '', err });
});

test('a value that begins with a hyphen is accepted after =', async () => {
  expect((await keyward('user', 'link', '--tenant', 'demo', '--profile=-x')).err).toBe('demo has no profile -x.\n');
});

// Runs the commands that docs/operator.md shows.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#testing/folder.ts';
import { openPortal } from '#testing/portal.ts';
import { keyward } from './keyward.ts';

const portal = await openPortal();
const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Runs a command as it is typed, and returns its output. */
async function typed(line: string): Promise<string> {
  vi.stubEnv('DATABASE_URL', portal.database.url);
  vi.stubEnv('KEYWARD_TEST', '1');
  vi.stubEnv('KEYWARD_DATA', folder);
  vi.stubEnv('LOG_LEVEL', 'silent');
  let said = '';
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text) => void (said += `${text}\n`));
  const words = Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word);
  return (await keyward(words)) === 0 ? 'done' : said;
}

const manual = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/operator.md'), 'utf8');
/** The manual's commands: from its tables, without the explanation on the line, and from its sentences. */
const commands = [
  ...Array.from(
    manual.matchAll(/^npm run keyward -- (tenant (?:config|feature) acme.*?)(?: {2}|$)/gm),
    ([, line = '']) => line,
  ),
  ...Array.from(manual.matchAll(/`(tenant (?:config|feature) <slug>[^`]*)`/g), ([, line = '']) => line),
];

test('every value and feature of a tenant that the manual sets is accepted', async () => {
  expect(commands.length).toBeGreaterThan(20);
  const refused: string[] = [];
  for (const line of commands) {
    const outcome = await typed(line.replace(/acme|<slug>/, 'harbor'));
    if (outcome !== 'done') refused.push(`${line}: ${outcome}`);
  }
  expect(refused).toEqual([]);
});

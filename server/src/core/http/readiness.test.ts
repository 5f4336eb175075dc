import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { reasonOf, watchDatabase } from './readiness.ts';

const portal = await openPortal();

const failure = (code: string, more: object = {}) => Object.assign(new Error('secret detail'), { code, ...more });

test.each([
  ['a full disk', failure('53100'), 'disk full'],
  ['a role without rights', failure('42501', { routine: 'aclcheck_error' }), 'rights'],
  ['nothing that answers', failure('ECONNREFUSED'), 'database'],
  ['a start that is not over', failure('57P03'), 'database'],
  ['silence', new Error('Query read timeout'), 'database'],
  ['too many connections, of which others are served', failure('53300'), null],
  ['a fault of ours', failure('42601'), null],
])('reports the reason: %s', (_, error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});

test('a renewed connection does not make the server unready', async () => {
  const reasons: string[] = [];
  const log = (_: object, text: string) => void reasons.push(text);
  const readiness = watchDatabase(
    portal.database.app,
    { info: log, warn: log, error: log },
    { everyMs: 10, renewMs: 0 },
  );
  let away = 0;
  for (let looks = 0; looks < 50; looks++) {
    await sleep(10);
    if (readiness.down() || (await readiness.unready()) !== null) away++;
  }
  await readiness.stop();
  expect([away, reasons]).toEqual([0, []]);
});

test('each check writes to the disk, so it detects a full one', async () => {
  const written = async () => {
    const { rows } = await portal.database.system.query<{ bytes: string }>(
      'select temp_bytes as bytes from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.bytes);
  };
  await expect.poll(written).toBeGreaterThan(100_000);
});

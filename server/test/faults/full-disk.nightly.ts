// A full disk: the portal's database is on a small disk of its own.
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { databaseUser } from '#db/embedded/files.ts';
import { errorCode } from '#db/start-error.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { north } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const tablespace = 'small_disk';
const mebibytes = 96;
const disk = temporaryFolder();
const place = path.join(disk, 'space');
const ballast = path.join(disk, 'ballast');
// as root, which also installs the nightly run's PgBouncer
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, tablespace, disk]);
fs.mkdirSync(place, { mode: 0o700 });
const user = databaseUser();
if (user) fs.chownSync(place, user.uid, user.gid);
const owner = new pg.Client(inject('adminUrl'));
await owner.connect();
await owner.query(`create tablespace ${tablespace} location '${place}'`);
// after the portal has stopped
afterAll(async () => {
  await owner.query(`drop tablespace ${tablespace}`);
  await owner.end();
  execFileSync('umount', [disk]);
  fs.rmSync(disk, { recursive: true, force: true });
});

function fill(): void {
  const file = fs.openSync(ballast, 'w');
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) fs.writeSync(file, block);
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error;
  } finally {
    fs.closeSync(file);
  }
}

const portal = await openPortal({ tablespace });
const { admin, anonymous } = portal.as;
const { data: definitions } = await admin.call(groups.definitions, {});
const tags = [{ tagId: definitions.find((d) => d.is_location)?.id ?? '', values: [north] }];
let made = 0xd15c00;
const add = async () => {
  const serial_number = `3A10${(made++).toString(16).toUpperCase().padStart(12, '0')}`;
  return {
    serial_number,
    answer: await admin.request(devices.create, { body: { name: 'On a small disk', serial_number, tags } }),
  };
};
const reason = async () => ((await anonymous.raw('GET', '/readyz')).body as { reason?: string }).reason;

test('with a full disk writes get 503, /readyz gives the reason, lists can be read; acknowledged writes are kept', async () => {
  expect((await add()).answer.status).toBe(201);
  expect(await reason()).toBeUndefined();
  fill();
  const acknowledged: string[] = [];
  let refused = 0;
  // partly filled pages take some more rows
  for (let tried = 0; tried < 3000 && refused < 5; tried++) {
    const { serial_number, answer } = await add();
    if (answer.status === 201) acknowledged.push(serial_number);
    else {
      refused++;
      expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('"unavailable"')]);
      expect(answer.headers['retry-after']).toBe('1');
    }
  }
  expect(refused).toBe(5);
  await expect.poll(reason).toBe('disk full');
  const query = { name: 'On a small disk' };
  expect((await admin.call(devices.list, { query })).total_results).toBe(acknowledged.length + 1);

  fs.rmSync(ballast);
  await expect.poll(reason).toBeUndefined();
  expect((await add()).answer.status).toBe(201);
  expect((await admin.call(devices.list, { query })).total_results).toBe(acknowledged.length + 2);
}, 120_000);

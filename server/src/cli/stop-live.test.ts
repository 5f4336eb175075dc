// Streams and polls that end as soon as the operator stops a profile or a tenant. The command runs in a process of its own.
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { profiles } from '@keyward/contract/profiles';
import { afterAll, expect, test, vi } from 'vitest';
import { openListening } from '#modules/live/live.testing.ts';
import { settle } from '#testing/controllers.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { type Person, serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';
import { spawnCommand } from './command.testing.ts';

// without the check of every 20 seconds, which would end such streams as well
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
const portal = await openPortal();
vi.useRealTimers();
const { system } = portal.database;
const { listen } = await openListening(portal);
const streams: { stop: () => void }[] = [];
const open = async (person: Person) => {
  const stream = await listen(person);
  streams.push(stream);
  await stream.received('hello');
  return stream;
};
const folder = temporaryFolder();
afterAll(() => {
  streams.forEach((stream) => stream.stop());
  fs.rmSync(folder, { recursive: true });
});
const keyward = (...command: string[]) =>
  spawnCommand(
    { DATABASE_URL: portal.database.url, KEYWARD_TEST: '1', KEYWARD_DATA: folder, LOG_LEVEL: 'silent' },
    ...command,
  );

/** Polls of this OKM that end by themselves after so many seconds; each resolves with its status. */
async function pollsOf(serial: string) {
  const { harborAdmin } = portal.as;
  const [okm] = (await harborAdmin.call(devices.list, { query: { serial_number: serial } })).data;
  const controller = portal.controller((await issueToken(harborAdmin, okm?.id ?? '')).token, 'harbor.localhost');
  await settle(portal, 'harbor');
  const { epoch, version } = (await controller.call(gateway.access)).data;
  return async (seconds: number) => {
    const query = { epoch: `${epoch}`, version: `${version}`, wait: `${seconds}` };
    return (await controller.request(gateway.changes, { query })).status;
  };
}

test('a profile that is disabled loses its streams, and lists are notified', async () => {
  const [clerk, manager] = [await open('clerk'), await open('manager')];
  const { data } = await portal.as.admin.call(profiles.list, { query: { username: 'clerk' } });
  expect((await keyward('user', 'disable', '--tenant', 'demo', '--profile', 'clerk')).code).toBe(0);
  await clerk.received('end');
  await clerk.closed();
  await manager.change(({ user }) => Array.isArray(user) && user.includes(data[0]?.id));
  expect(manager.ended()).toBe(false);
});

test('a tenant that is suspended loses its streams and polls, and no other tenant does', async () => {
  const [ours, theirs] = [await open('harborAdmin'), await open('admin')];
  const poll = await pollsOf(serials.northOkm);
  // by now the server listens for changes, and has read them again
  expect(await poll(1)).toBe(204);
  // the command is started, and waits for a lock before it suspends
  const holder = await system.connect();
  await holder.query('begin');
  await holder.query('select from tenant where id = $1 for no key update', [tenants.harbor]);
  const suspending = keyward('tenant', 'suspend', 'harbor');
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await system.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
  const answer = poll(25);
  await sleep(200);
  await holder.query('commit');
  holder.release();
  expect((await suspending).code).toBe(0);
  expect(await answer).toBe(401);
  await ours.received('end');
  await ours.closed();
  expect(theirs.ended()).toBe(false);
});

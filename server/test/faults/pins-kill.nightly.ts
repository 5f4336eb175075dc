// A process is killed while it makes the verifiers of PINs: another one makes them at once, for this tenant and all others.
import { profiles } from '@keyward/contract/profiles';
import { expect, test } from 'vitest';
import { openKilled } from '#testing/killed.ts';
import { openOutbox } from '#testing/outbox.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { vault, app, start, kill } = await openKilled(portal);
const outbox = openOutbox(portal);
const owner = portal.database.system;
const { admin, harborAdmin } = portal.as;

async function add(to: typeof admin, username: string) {
  const { data } = await to.on(app).call(profiles.create, { body: { name: 'New', username } });
  return data.id;
}

test('PINs reach the OKMs although a process was killed while it made verifiers', { timeout: 60_000 }, async () => {
  const ids = [await add(admin, 'before')];
  // the job waits inside its work
  const lock = await owner.connect();
  await lock.query('begin; lock table pin_salt in access exclusive mode');
  await start();
  const running = () =>
    owner.query(`select from graphile_worker.jobs where task_identifier = 'pin-verifiers' and locked_at is not null`);
  await expect.poll(async () => (await running()).rowCount, { timeout: 20_000 }).toBe(1);
  await kill(() => lock.query('rollback'));
  lock.release();
  expect((await running()).rowCount).toBe(1);

  ids.push(await add(admin, 'after'), await add(harborAdmin, 'after'));
  await outbox.work({ vault });
  const { rows } = await owner.query(
    `select profile_id as id from pin where profile_id = any($1::uuid[]) and verifier is null`,
    [ids],
  );
  expect(rows).toEqual([]);
});

import { profiles } from '@keyward/contract/profiles';
import { expect, test } from 'vitest';
import { hashesForMany, hashForMany } from '#core/auth/hashing.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { pinVerifiers } from './jobs.ts';

const portal = await openPortal();
const { system } = portal.database;
const outbox = openOutbox(portal);

const add = (username: string) => portal.as.admin.call(profiles.create, { body: { name: 'New', username } });
const unverified = async () =>
  (
    await system.query<{ username: string }>(
      `select p.username from pin i join profile p on p.id = i.profile_id where i.verifier is null order by 1`,
    )
  ).rows.map(({ username }) => username);

test('one run at a time makes the verifiers of a tenant, and leaves out no PIN that comes with them', async () => {
  await add('first');
  // all hashes for many profiles wait
  const hashing = Promise.withResolvers<void>();
  const places = Array.from({ length: hashesForMany }, () => hashForMany(() => hashing.promise));
  const first = pinVerifiers.run({ tenantId: tenants.demo }, outbox.context);
  const reading = `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
    and query like '%pin_salt%'`;
  await expect.poll(async () => (await system.query(reading)).rowCount).toBe(1);
  await add('second');
  await pinVerifiers.run({ tenantId: tenants.demo }, outbox.context);
  expect(await unverified()).toEqual(['first', 'second']);
  // the job of the second PIN has run
  await system.query('delete from graphile_worker._private_jobs');
  hashing.resolve();
  await Promise.all([first, ...places]);
  expect(await unverified()).toEqual(['second']);
  await outbox.work();
  expect(await unverified()).toEqual([]);
});

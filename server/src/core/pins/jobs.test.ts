import { profiles } from '@keyward/contract/profiles';
import { expect, test } from 'vitest';
import { createVault } from '#core/auth/secrets.ts';
import { processMetrics } from '#core/metrics.ts';
import { hashesForMany, hashForMany } from '#core/auth/hashing.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { missingPins, pinVerifiers } from './jobs.ts';

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

test('only one run at a time makes the verifiers of a tenant, and no PIN that is added concurrently is missed', async () => {
  await add('first');
  // occupies all places of hashes for many profiles
  const hashing = Promise.withResolvers<void>();
  const places = Array.from({ length: hashesForMany }, () => hashForMany(() => hashing.promise));
  const first = pinVerifiers.run({ tenantId: tenants.demo }, outbox.context);
  const reading = `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
    and query like '%pin_salt%'`;
  await expect.poll(async () => (await system.query(reading)).rowCount).toBe(1);
  await add('second');
  await pinVerifiers.run({ tenantId: tenants.demo }, outbox.context);
  expect(await unverified()).toEqual(['first', 'second']);
  // as if the job of the second PIN had run
  await system.query('delete from graphile_worker._private_jobs');
  hashing.resolve();
  await Promise.all([first, ...places]);
  expect(await unverified()).toEqual(['second']);
  await outbox.work();
  expect(await unverified()).toEqual([]);
});

test('a PIN that cannot be decrypted is counted, and the other PINs still get their verifiers', async () => {
  for (const username of ['foreign', 'damaged', 'sound']) await add(username);
  const seal = (username: string, sealed: Buffer) =>
    system.query(
      `update pin set sealed = $3, set_at = now() + interval '1 day' from profile p
       where pin.tenant_id = $1 and p.tenant_id = $1 and p.id = pin.profile_id and p.username = $2`,
      [tenants.demo, username, sealed],
    );
  await seal('foreign', createVault(Buffer.alloc(32, 7)).seal('90817', 'a context'));
  await seal('damaged', Buffer.concat([portal.vault.marks.current, Buffer.alloc(40)]));
  const counted = async () =>
    Number(/failures_total\{part="job pin-verifiers"\} (\d+)/.exec(await processMetrics.metrics())?.[1] ?? 0);
  const before = await counted();
  await outbox.work();
  expect(await unverified()).toEqual(['damaged', 'foreign']);
  expect(await counted()).toBe(before + 1);
  // the foreign PIN queues no job; it is counted each minute
  await system.query(`delete from pin using profile p where p.id = pin.profile_id and p.username = 'damaged'`);
  await missingPins.run(undefined, outbox.context);
  expect(await counted()).toBe(before + 2);
  const queued = `select from graphile_worker.jobs where task_identifier = 'pin-verifiers'`;
  await outbox.work();
  expect((await system.query(queued)).rowCount).toBe(0);
  expect(await counted()).toBe(before + 2);
  expect(await unverified()).toEqual(['foreign']);
});

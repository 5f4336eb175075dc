import { gateway } from '@keyward/contract/gateway';
import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '#testing/controllers.ts';
import { tenants } from '#testing/people.ts';
import { openCommands } from './commands.testing.ts';

const world = await openCommands();
const { portal, system, admin, north, lock, setting, send, queue, last, later, fetched, watch, events } = world;
const { answer, reset } = world;

beforeEach(reset);

/** Rights that are taken from the sender and given back. */
const withdrawals: Record<string, [take: () => Promise<unknown>, back: () => Promise<unknown>]> = {
  'the switch': [() => setting({ remoteUnlock: false }), () => setting({ remoteUnlock: true })],
  'the profile’s state': [
    () =>
      system.query(`update profile set disabled = true where tenant_id = $1 and username = 'manager'`, [tenants.demo]),
    () =>
      system.query(`update profile set disabled = false where tenant_id = $1 and username = 'manager'`, [tenants.demo]),
  ],
  'the end of the validity': [
    () =>
      system.query(`update profile set valid_until = now() where tenant_id = $1 and username = 'manager'`, [
        tenants.demo,
      ]),
    () =>
      system.query(`update profile set valid_until = null where tenant_id = $1 and username = 'manager'`, [
        tenants.demo,
      ]),
  ],
  'the location': [
    () =>
      system.query(
        `update profile_tag set value_id = (select id from tag_value where tenant_id = $1 and name = 'South')
         where tenant_id = $1 and profile_id = (select id from profile where tenant_id = $1 and username = 'manager')`,
        [tenants.demo],
      ),
    () =>
      system.query(
        `update profile_tag set value_id = (select id from tag_value where tenant_id = $1 and name = 'North')
         where tenant_id = $1 and profile_id = (select id from profile where tenant_id = $1 and username = 'manager')`,
        [tenants.demo],
      ),
  ],
  'the groups': [
    () =>
      system.query(
        `insert into device_tag (tenant_id, device_id, tag_definition_id, value_id)
         select v.tenant_id, $2, v.tag_definition_id, v.id from tag_value v where v.tenant_id = $1 and v.name = 'Toys'`,
        [tenants.demo, lock],
      ),
    () => system.query('delete from device_tag where device_id = $1', [lock]),
  ],
};

describe('withdrawing a right from the sender', () => {
  test.each(Object.entries(withdrawals))('cancels the waiting command for good: %s', async (_, [take, back]) => {
    for (const notice of [fetched, watch]) {
      await system.query('delete from device_command');
      await send();
      await take();
      try {
        await notice();
      } finally {
        await back();
      }
      expect(await last()).toMatchObject({ state: 'cancelled', reason: 'rightWithdrawn' });
      expect(await fetched()).toEqual([]);
      expect((await events()).at(-1)).toBe('CANCEL_REMOTE_UNLOCK success Mona Manager rightWithdrawn');
    }
  });

  test('keeps a command that the controller has from being handed out again', async () => {
    await send();
    expect(await fetched()).toHaveLength(1);
    await setting({ remoteUnlock: false });
    expect(await fetched()).toEqual([]);
    expect((await queue(admin)).commands[0]).toMatchObject({ state: 'handedOut' });
  });
});

describe('a suspension of the tenant', () => {
  const suspend = (on: boolean) =>
    system.query('update tenant set suspended_at = case when $2 then now() end where id = $1', [tenants.demo, on]);

  test('cancels commands sent while it begins, and is recorded as the reason', async () => {
    await send();
    await suspend(true);
    try {
      await watch();
    } finally {
      await suspend(false);
    }
    expect(await last()).toMatchObject({ state: 'cancelled', reason: 'organizationSuspended' });
    expect(await fetched()).toEqual([]);
    expect((await events()).at(-1)).toBe('CANCEL_REMOTE_UNLOCK success Mona Manager organizationSuspended');
  });

  test('leaves a handed-out command to its answer, even after the expiry', async () => {
    const { id } = await send();
    await fetched();
    await later(61);
    await suspend(true);
    try {
      await watch();
    } finally {
      await suspend(false);
    }
    expect(await last()).toMatchObject({ state: 'unknown', reason: 'notConfirmed' });
    await answer(id, 'done');
    expect(await last()).toMatchObject({ state: 'done' });
  });
});

describe('a command whose hand-out did not arrive', () => {
  async function poll(wait: number) {
    await settle(portal);
    const { epoch, version } = (await north.call(gateway.access)).data;
    const query = { epoch: `${epoch}`, version: `${version}`, wait: `${wait}` };
    const began = performance.now();
    const { status, body } = await north.request(gateway.changes, { query });
    return { status, body, seconds: (performance.now() - began) / 1000 };
  }
  const news = (commands: number) => ({ data: { access: expect.any(Object), commands } });

  test('is in the count of changes until it is answered or has expired, but ends no poll early', async () => {
    const { id } = await send();
    expect(await poll(20)).toMatchObject({ status: 200, body: news(1) });
    await fetched();
    expect(await north.call(gateway.changes)).toEqual(news(1));
    const waited = await poll(1);
    expect(waited).toMatchObject({ status: 200, body: news(1) });
    expect(waited.seconds).toBeGreaterThan(0.9);
    expect((await fetched()).map((one) => one.id)).toEqual([id]);
    await answer(id, 'done');
    expect(await north.call(gateway.changes)).toEqual(news(0));
    expect(await poll(0)).toMatchObject({ status: 204 });
    await send();
    await fetched();
    await later(61);
    expect(await poll(0)).toMatchObject({ status: 204 });
  });
});

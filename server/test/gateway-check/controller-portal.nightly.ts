// The controller in examples/ at a real portal.
import { commands } from '@keyward/contract/commands';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { pins } from '@keyward/contract/pins';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '#modules/gateway/redeem.testing.ts';
import { settle } from '#testing/controllers.ts';
import { serials, tenants } from '#testing/people.ts';
import { openChecked } from './checked-portal.ts';
import { ensurePython, pythonController } from './python.ts';

const checked = await openChecked();
const { system, portal, personId, lock } = checked;
const keyId = await checked.prepare();
const controller = pythonController();
const reportedBefore = () =>
  system.query(`update device set state_updated_at = now() - interval '1 hour' where serial_number = $1`, [
    serials.northOkm,
  ]);
beforeAll(async () => {
  await ensurePython();
  await reportedBefore();
  const time = new Date().toISOString();
  const event = { id: '1', type: 'NO_SUCH_TYPE', time, result: 'success' };
  const sound = { ...event, id: '2', type: 'CLOCK_STATE_CHANGE' };
  const strange = { number: 'none', serial: serials.northPadlock, time, offset: null };
  // entries that the portal refuses, before one that it accepts
  controller.store({
    tries: [strange],
    uses: [{ ...strange, keyId, step: 1 }],
    events: [event, sound].map((one, number) => ({ number, serial: serials.northPadlock, event: one })),
    lastEvent: 2,
  });
  controller.start(checked.url, checked.token, '--report-every', '0');
}, 300_000);
afterAll(() => controller.stop());

const one = async (query: string, ...values: string[]) =>
  (await system.query<Record<string, unknown>>(query, values)).rows[0];
const hasReported = async () =>
  (
    await one(
      `select state_updated_at > now() - interval '1 minute' as lately from device where serial_number = $1 and tenant_id = $2`,
      serials.northOkm,
      tenants.demo,
    )
  )?.['lately'];
const isConfirmed = async () => {
  const { done } =
    (await one(
      'select bool_or(confirmed_version = version) as done from controller_state where confirmed_version > 0',
    )) ?? {};
  return done === true;
};

test(
  'the controller in Python confirms what it holds, and takes PINs, codes and commands',
  { timeout: 60_000 },
  async () => {
    await expect.poll(isConfirmed).toBe(true);
    const stored = `select from event where event = 'CLOCK_STATE_CHANGE' and entity_id = $1`;
    // stored, although it follows refused entries
    await expect.poll(() => one(stored, lock)).toBeDefined();

    const { data: pin } = await portal.as.admin.call(pins.show, { params: { id: personId } });
    expect(await controller.enter(serials.northPadlock, pin)).toBe('open');
    expect(await controller.enter(serials.northPadlock, '00000')).toBe('closed');
    await expect
      .poll(() => one(`select body from event where event = 'LOCK_UNLOCK' and entity_id = $1`, lock))
      .toMatchObject({ body: expect.stringContaining('Petra PIN') as unknown });
    await expect.poll(() => one('select tries from wrong_entry where of_id = $1', lock)).toMatchObject({ tries: 1 });

    const { data } = await portal.controller(checked.token).call(gateway.access);
    const key = data.keys.find(({ id }) => id === keyId) ?? { id: '', secret: '' };
    expect(await controller.enter(serials.northPadlock, codeOf(key))).toBe('open');
    expect(await one('select uses from secure_key where id = $1', keyId)).toEqual({ uses: 1 });

    await checked.act('unlock');
    const last = async () =>
      (await portal.as.admin.call(commands.list, { params: { id: lock } })).data.commands[0]?.state;
    await expect.poll(last).toBe('done');
  },
);

test('the controller in Python reports without an event', { timeout: 60_000 }, async () => {
  await reportedBefore();
  // ends its poll; it reports before the next one
  await checked.act('change');
  await expect.poll(hasReported).toBe(true);
});

test(
  'the controller in Python takes back a key that was reported lost after its check-out',
  { timeout: 60_000 },
  async () => {
    const { admin } = portal.as;
    const { data: pin } = await admin.call(pins.show, { params: { id: personId } });
    const { id } = (await admin.call(devices.list, { query: { serial_number: serials.northKey } })).data[0] ?? {
      id: '',
    };
    const moves = async () =>
      (
        await system.query<{ move: string }>(
          `select event || ' ' || (body::jsonb ->> 'result') as move from event
         where entity_id = $1 and event like 'KEY_%' order by event_time`,
          [id],
        )
      ).rows.map(({ move }) => move);
    expect(await controller.enter(serials.northKey, pin)).toBe('open');
    await expect.poll(moves).toEqual(['KEY_CHECKOUT success']);
    await admin.call(devices.reportLost, { params: { id }, body: {} });
    await settle(portal);
    await expect.poll(isConfirmed).toBe(true);
    expect(await controller.enter(serials.northKey, pin)).toBe('open');
    await expect.poll(moves).toEqual(['KEY_CHECKOUT success', 'KEY_CHECKIN success']);
  },
);

// The controller in examples/ at a real portal.
import { commands } from '@keyward/contract/commands';
import { gateway } from '@keyward/contract/gateway';
import { pins } from '@keyward/contract/pins';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '#modules/gateway/redeem.testing.ts';
import { serials } from '#testing/people.ts';
import { openChecked } from './checked-portal.ts';
import { ensurePython, pythonController } from './python.ts';

const checked = await openChecked();
const { system, portal, personId, lock } = checked;
const keyId = await checked.prepare();
const controller = pythonController();
beforeAll(async () => {
  await ensurePython();
  controller.start(checked.url, checked.token);
}, 300_000);
afterAll(() => controller.stop());

const one = async (query: string, ...values: string[]) =>
  (await system.query<Record<string, unknown>>(query, values)).rows[0];
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

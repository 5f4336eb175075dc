import { commands, controllerCommands } from '@keyward/contract/commands';
import { beforeEach, describe, expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openCommands } from './commands.testing.ts';

const {
  system,
  admin,
  manager,
  clerk,
  harborAdmin,
  north,
  south,
  lock,
  idOf,
  params,
  body,
  setting,
  confirmAs,
  send,
  refusal,
  queue,
  last,
  fetched,
  answer,
  later,
  watch,
  events,
  reset,
} = await openCommands();

beforeEach(reset);

describe('a remote unlock', () => {
  test('is saved, handed out and carried out, with each step dated and recorded in the activity', async () => {
    const saved = await send();
    expect(saved).toMatchObject({ type: 'unlock', state: 'saved', created_by: 'Mona Manager', handed_out_at: null });
    expect(Date.parse(saved.expires_at) - Date.parse(saved.created_at)).toBe(60_000);
    expect(await queue()).toMatchObject({
      obstacle: 'waiting',
      seconds: 60,
      commands: [{ id: saved.id, state: 'saved' }],
    });
    const [handed, ...more] = await fetched();
    expect(more).toEqual([]);
    expect(handed).toMatchObject({ id: saved.id, serial: serials.northPadlock, type: 'unlock' });
    expect(handed?.secondsLeft).toBeGreaterThan(55);
    expect(handed?.secondsLeft).toBeLessThanOrEqual(60);
    expect(await last()).toMatchObject({ state: 'handedOut', handed_out_at: expect.any(String), ended_at: null });
    expect(await answer(saved.id, 'done', { time: '2026-11-23T09:00:00.000Z' })).toEqual({ state: 'done' });
    expect(await last()).toMatchObject({ state: 'done', reason: null, ended_at: expect.any(String) });
    expect(await fetched()).toEqual([]);
    expect(await queue()).toMatchObject({ obstacle: null });
    expect(await events()).toEqual([
      'REMOTE_UNLOCK success Mona Manager',
      'REMOTE_UNLOCK_OUTCOME success Mona Manager',
    ]);
  });

  test('needs a confirmation, and accepts only the type unlock', async () => {
    await system.query('delete from confirmation');
    expect(await manager.refused(commands.send, { params, body })).toMatchObject({
      status: 403,
      code: 'confirmAgain',
      params: { act: 'unlockDevice' },
    });
    await confirmAs(manager);
    const other = await manager.raw('POST', commands.send.path.replace(':id', lock), { type: 'lock' });
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('command type must be unlock')]);
    expect(await events()).toEqual([]);
  });

  test('depends on the switch, the right, the location, the groups, the kind of device and its controller', async () => {
    await setting({ remoteUnlock: false });
    expect(await refusal()).toBe('remoteUnlockOff');
    expect((await queue()).obstacle).toBe('switchedOff');
    await setting({ remoteUnlock: true });
    expect(await refusal(clerk)).toBe('forbidden');
    expect(await refusal(manager, await idOf(serials.southPadlock))).toBe('notFound');
    expect(await refusal(harborAdmin)).toBe('confirmAgain');
    expect(await refusal(manager, await idOf(serials.northKey))).toBe('notUnlockable');
    expect(await refusal(admin, await idOf(serials.nowhere))).toBe('noControllerForDevice');
    await system.query(
      `insert into device_tag (tenant_id, device_id, tag_definition_id, value_id)
       select v.tenant_id, $2, v.tag_definition_id, v.id from tag_value v where v.tenant_id = $1 and v.name = 'Toys'`,
      [tenants.demo, lock],
    );
    try {
      expect(await refusal()).toBe('notInGroupsOfDevice');
      expect((await queue()).obstacle).toBe('groups');
    } finally {
      await system.query('delete from device_tag where device_id = $1', [lock]);
    }
    expect(await events()).toEqual([]);
    expect(await send(manager, await idOf(serials.northOkm))).toMatchObject({ state: 'saved' });
  });

  test('is saved for only one of ten concurrent calls', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => manager.request(commands.send, { params, body })));
    const count = (status: number) => codes.filter((one) => one.status === status).length;
    expect([count(201), count(409)]).toEqual([1, 9]);
    expect(await refusal(admin)).toBe('commandWaiting');
  });

  test('expires after the time that the organization has set', async () => {
    await setting({ remoteUnlockSeconds: 300 });
    const { created_at: from, expires_at: until } = await send();
    expect(Date.parse(until) - Date.parse(from)).toBe(300_000);
  });

  test('is not repeated when it is sent again with its Idempotency-Key', async () => {
    const keyed = manager.with({ 'idempotency-key': 'unlock-once-0001' });
    const first = await keyed.call(commands.send, { params, body });
    expect(await keyed.call(commands.send, { params, body })).toEqual(first);
    expect(await events()).toHaveLength(1);
  });
});

describe('a controller', () => {
  test('gets a command again under the same id until it answers, and no other controller gets it', async () => {
    const { id } = await send();
    expect(await fetched(south)).toEqual([]);
    const both = await Promise.all([fetched(), fetched(), fetched()]);
    expect(both.map((list) => list.map((one) => one.id))).toEqual([[id], [id], [id]]);
    expect(await south.refused(controllerCommands.answer, { params: { id }, body: { state: 'done' } })).toMatchObject({
      status: 404,
    });
    await Promise.all(Array.from({ length: 5 }, () => answer(id, 'done')));
    expect(await answer(id, 'refused', { reason: 'late' })).toEqual({ state: 'done' });
    expect(await events()).toEqual([
      'REMOTE_UNLOCK success Mona Manager',
      'REMOTE_UNLOCK_OUTCOME success Mona Manager',
    ]);
  });

  test('refuses a command with a reason of its own', async () => {
    const { id } = await send();
    await fetched();
    expect(await answer(id, 'refused', { reason: 'bolt blocked' })).toEqual({ state: 'refused' });
    expect(await last()).toMatchObject({ state: 'refused', reason: 'bolt blocked' });
    expect((await events()).at(-1)).toBe('REMOTE_UNLOCK_OUTCOME failure Mona Manager bolt blocked');
  });

  test('cannot answer a command that it was never given', async () => {
    const { id } = await send();
    expect((await north.refused(controllerCommands.answer, { params: { id }, body: { state: 'done' } })).status).toBe(
      404,
    );
    expect(await last()).toMatchObject({ state: 'saved' });
  });
});

describe('the expiry', () => {
  test('of a command that was not fetched makes its outcome unknown, and it is never handed out', async () => {
    await send();
    await later(61);
    expect(await fetched()).toEqual([]);
    expect(await queue()).toMatchObject({ obstacle: null, commands: [{ state: 'unknown', reason: 'notFetched' }] });
    await watch();
    await watch();
    expect(await last()).toMatchObject({ state: 'unknown', reason: 'notFetched', ended_at: expect.any(String) });
    expect(await events()).toEqual([
      'REMOTE_UNLOCK success Mona Manager',
      'REMOTE_UNLOCK_OUTCOME failure Mona Manager notFetched',
    ]);
    expect((await send()).state).toBe('saved');
  });

  test('of an unanswered command makes its outcome unknown, until a late answer says what happened', async () => {
    const { id } = await send();
    await fetched();
    await later(61);
    await watch();
    expect(await last()).toMatchObject({ state: 'unknown', reason: 'notConfirmed' });
    expect(await answer(id, 'done')).toEqual({ state: 'done' });
    expect(await last()).toMatchObject({ state: 'done' });
    expect(await events()).toHaveLength(3);
  });
});

describe('cancelling', () => {
  const cancel = (id: string, who = manager) => who.request(commands.cancel, { params: { id: lock, commandId: id } });

  test('ends a command that waits, with one event', async () => {
    const { id } = await send();
    expect((await cancel(id)).status).toBe(204);
    expect(await last()).toMatchObject({ state: 'cancelled', reason: 'byPerson', ended_by: 'Mona Manager' });
    expect(await fetched()).toEqual([]);
    expect((await cancel(id)).text).toContain('commandOver');
    expect(await events()).toEqual(['REMOTE_UNLOCK success Mona Manager', 'CANCEL_REMOTE_UNLOCK success Mona Manager']);
  });

  test('comes too late for a command that its controller has', async () => {
    const { id } = await send();
    await fetched();
    expect((await cancel(id)).text).toContain('commandTaken');
    expect(await last()).toMatchObject({ state: 'handedOut' });
  });

  test('and a concurrent hand-out exclude each other', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await send();
      const [cancelled, handed] = await Promise.all([cancel(id), fetched()]);
      expect(handed.map((one) => one.id)).toEqual(cancelled.status === 204 ? [] : [id]);
      await system.query('delete from device_command');
    }
  });
});

test('a hand-out that is rolled back loses nothing: the command is handed out again and its answer accepted', async () => {
  const { id } = await send();
  // the transaction of a hand-out that never commits
  const client = await system.connect();
  await client.query('begin');
  await client.query(
    `update device_command set state = 'handedOut', controller_id = device_id, handed_out_at = now() where id = $1`,
    [id],
  );
  await client.query('rollback');
  client.release();
  expect(await last()).toMatchObject({ state: 'saved' });
  expect((await fetched()).map((one) => one.id)).toEqual([id]);
  expect(await answer(id, 'done')).toEqual({ state: 'done' });
  await watch();
  expect(await events()).toHaveLength(2);
});

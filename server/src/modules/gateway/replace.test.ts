import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { histories } from '@keyward/contract/device-history';
import { secureKeys } from '@keyward/contract/onepass';
import { profiles } from '@keyward/contract/profiles';
import { propagations } from '@keyward/contract/propagation';
import { roles } from '@keyward/contract/roles';
import { expect, test } from 'vitest';
import { settle, TestController } from '#testing/controllers.ts';
import { north as northStore, serials, south as southStore, tenants } from '#testing/people.ts';
import { issueToken, openGateway, sendReports, unlock } from './gateway.testing.ts';

const { portal, north, south } = await openGateway();
const { admin, manager, clerk } = portal.as;

let made = 0;
const serialOf = (prefix: string) => `${prefix}${(0xace000 + made++).toString(16).toUpperCase().padStart(12, '0')}`;
const idOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
const read = async (id: string) => (await admin.call(devices.get, { params: { id } })).data;
const replace = (id: string, replaces: string, serial_number: string, as = admin) =>
  as.call(devices.replace, { params: { id }, body: { serial_number, replaces } });
const refused = (id: string, replaces: string, serial_number: string, as = admin) =>
  as.refused(devices.replace, { params: { id }, body: { serial_number, replaces } });
const { data: definitions } = await admin.call(groups.definitions, {});
const okmUser = (await admin.call(roles.list, {})).data.find((role) => role.name === 'OKM user')?.id ?? '';
const at = (place: string) => [{ tagId: definitions.find((one) => one.is_location)?.id ?? '', values: [place] }];
const personAt = async (place: string) => {
  const body = { name: 'Replaced', username: `replaced.${made++}`, roles: [okmUser], tags: at(place) };
  return (await admin.call(profiles.create, { body })).data.id;
};
const move = (id: string, place: string) => admin.call(profiles.update, { params: { id }, body: { tags: at(place) } });
const eventsOf = async (id: string, query: Record<string, string> = {}) =>
  (await admin.call(activity.list, { query: { entity_id: id, ...query } })).data;

test('new hardware takes over name, groups, location, keys and history, and its events are accepted from number 1 on', async () => {
  const id = await idOf(serials.northPadlock);
  const before = await read(id);
  const key = await admin.call(secureKeys.create, { body: { serial: serials.northPadlock, duration: 60, count: 1 } });
  const numbers = Array.from({ length: 20 }, (_, i) => `${i + 1}`);
  const report = (serial: string) => ({
    serial,
    state: { secured: false },
    events: numbers.map((number) => unlock({ id: number })),
  });
  expect(await sendReports(north, report(serials.northPadlock))).toMatchObject({ accepted: 20, duplicates: 0 });

  const serial = serialOf('3A10');
  await replace(id, serials.northPadlock, serial.toLowerCase(), manager);
  const after = await read(id);
  const { name, tags, controller, info, created_at } = before;
  expect(after).toMatchObject({ id, name, tags, controller, info, created_at, serial_number: serial });
  expect(after).toMatchObject({ state: {}, state_times: {}, state_updated_at: null, security_status: null });
  expect((await admin.call(secureKeys.get, { params: { id: key.id } })).data).toMatchObject({
    device: { serial_number: serial },
  });
  const [event] = await eventsOf(id, { event: 'REPLACE_DEVICE' });
  expect(event?.description).toMatchObject({
    agentName: 'Mona Manager',
    entityName: name,
    changes: [{ attribute: 'serial_number', oldValue: serials.northPadlock, newValue: serial }],
  });

  // late reports of the former hardware name an unknown device; the new one begins with 1 again
  expect(await sendReports(north, report(serials.northPadlock))).toEqual({
    accepted: 0,
    duplicates: 0,
    rejected: [{ index: 0, reason: 'unknownDevice' }],
  });
  expect(await sendReports(north, report(serial))).toEqual({ accepted: 20, duplicates: 0, rejected: [] });
  expect(await sendReports(north, report(serial))).toEqual({ accepted: 0, duplicates: 20, rejected: [] });
  expect(await eventsOf(id, { event: 'LOCK_UNLOCK', results_per_page: '200' })).toHaveLength(40);
});

/** Adds a device that reports through the OKM at North; returns its id. */
async function addAtNorth(serial_number: string): Promise<string> {
  const { data } = await admin.call(groups.definitions, { query: { is_location: 'true' } });
  const tags = [{ tagId: data[0]?.id ?? '', values: [northStore] }];
  return (await admin.call(devices.create, { body: { name: 'Spare', serial_number, tags } })).data.id;
}
const historyOf = async (id: string) => {
  const [from, to] = [Date.now() - 86_400_000, Date.now() + 60_000].map((time) => new Date(time).toISOString());
  return (await admin.call(histories.device, { params: { id }, query: { from: from ?? '', to: to ?? '' } })).data;
};
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('the last numbers of the former hardware stay in the history', async () => {
  const [former, next] = [serialOf('3A10'), serialOf('3A10')];
  const id = await addAtNorth(former);
  await sendReports(north, { serial: former, state: { battery: 61 }, reportedAt: ago(120) });
  await sendReports(north, { serial: former, state: { battery: 60, signal: -70 } });
  const { numbers } = await historyOf(id);
  expect(numbers.map(({ field, points }) => [field, points.length])).toEqual([
    ['battery', 2],
    ['signal', 1],
  ]);
  await replace(id, former, next);
  expect((await historyOf(id)).numbers).toEqual(numbers);
});

test('a check-out that new hardware made before its replacement was entered is the current one', async () => {
  const [former, next] = [serialOf('7E00'), serialOf('7E00')];
  const id = await addAtNorth(former);
  const took = (minutes: number) => ({ ...unlock({ time: ago(minutes) }), type: 'KEY_CHECKOUT' as const });
  const [first, second] = [took(20), took(10)];
  await sendReports(north, { serial: former, events: [first] });
  await replace(id, former, next);
  await sendReports(north, { serial: next, events: [second] });
  expect((await read(id)).custody?.since).toBe(second.time);
  expect((await historyOf(id)).custody).toMatchObject([
    { from: first.time, until: second.time },
    { from: second.time, until: null, holder: { name: 'Carl Clerk' } },
  ]);
});

test('a replaced key has no holder, and its history keeps the former holder until then', async () => {
  const id = await idOf(serials.northKey);
  const took = { ...unlock(), type: 'KEY_CHECKOUT' as const };
  await sendReports(north, { serial: serials.northKey, events: [took] });
  expect((await read(id)).custody?.holder?.name).toBe('Carl Clerk');
  await replace(id, serials.northKey, serialOf('7E00'));
  expect((await read(id)).custody).toBeNull();
  expect((await historyOf(id)).custody).toMatchObject([{ holder: { name: 'Carl Clerk' }, until: expect.any(String) }]);
});

test('the token of a replaced OKM is revoked, and the new one does not count as having the former one’s access', async () => {
  const id = await idOf(serials.southOkm);
  const former = new TestController(south);
  const [confirmed, unconfirmed] = [await personAt(southStore), await personAt(southStore)];
  const sync = async () => {
    await settle(portal);
    await former.fetch();
    await former.confirm();
  };
  await sync();
  await move(confirmed, northStore);
  await sync();
  await move(unconfirmed, northStore);
  await settle(portal);
  const old = `update controller_version set at = now() - interval '1 day' where controller_id = $1`;
  await portal.database.system.query(old, [id]);
  const dependent = await idOf(serials.southPadlock);
  const token = await issueToken(admin, serials.southOkm);

  const serial = serialOf('9F40');
  const begun = new Date().toISOString();
  await replace(id, serials.southOkm, serial);
  for (const call of [gateway.access, gateway.changes] as const) {
    expect(await portal.controller(token.token).refused(call)).toMatchObject({ code: 'invalidControllerToken' });
    expect(await south.refused(call)).toMatchObject({ status: 401, code: 'invalidControllerToken' });
  }
  expect(await south.refused(gateway.reports, { body: { reports: [{ serial: serials.southOkm }] } })).toMatchObject({
    status: 401,
  });
  expect((await admin.call(devices.tokens, { params: { id } })).data).toEqual([]);
  const [event] = await eventsOf(id, { event: 'REPLACE_DEVICE' });
  expect(event?.description.changes).toHaveLength(3);
  // dependents stay
  expect((await read(dependent)).controller?.id).toBe(id);

  await settle(portal);
  const shown = async () => (await admin.call(propagations.device, { params: { id } })).data.okm;
  expect(await shown()).toMatchObject({ condition: 'never', late: false });
  const mayStillOpen = async (person: string) =>
    (await admin.call(propagations.user, { params: { id: person } })).data.at
      .filter(({ okm }) => okm.id === id)
      .map(({ removed }) => removed);
  // the former OKM confirmed that it has removed the first, and may still have the second
  expect([await mayStillOpen(confirmed), await mayStillOpen(unconfirmed)]).toEqual([[], [true]]);
  const next = new TestController(portal.controller((await issueToken(admin, serial)).token));
  await next.caller.call(gateway.changes);
  expect(await shown()).toMatchObject({ condition: 'never', late: false });
  await next.fetch();
  const behind = await shown();
  expect(behind).toMatchObject({ condition: 'behind', late: false });
  expect((behind?.since ?? '') >= begun).toBe(true);
  expect(next.epoch).toBeGreaterThan(former.epoch);
  expect([...next.devices.values()].map((device) => device.serial)).toContain(serial);
  await next.confirm();
  expect(await sendReports(next.caller, { serial, events: [unlock({ id: '1' })] })).toMatchObject({ accepted: 1 });
});

test('accepts only a free serial number of the same type, in place of the one that the caller saw', async () => {
  const id = await idOf(serials.southPadlock);
  const of = (serial: string, as = admin) => refused(id, serials.southPadlock, serial, as);
  expect(await of('FFFF000000000001')).toMatchObject({ code: 'unknownSerialNumber', constraint: 'serial_number' });
  expect(await of(serialOf('3C00'))).toMatchObject({
    status: 400,
    code: 'otherDeviceType',
    constraint: 'serial_number',
  });
  expect(await of(serials.southPadlock)).toMatchObject({ status: 409, code: 'serialNumberTaken' });
  expect(await of('3A10')).toMatchObject({ status: 400, code: 'invalidField' });
  expect(await refused(id, serialOf('3A10'), serialOf('3A10'))).toMatchObject({ status: 412, code: 'conflict' });
  // the manager is at North and learns neither serial numbers nor devices of South
  const { data } = await manager.call(devices.list, { query: { device_class: 'LOCK', search: 'drawer' } });
  const own = data[0] ?? { id: '', serial_number: '' };
  expect(await refused(own.id, own.serial_number, serials.southPadlock, manager)).toMatchObject(
    own.serial_number.startsWith('3A10') ? { code: 'unknownSerialNumber' } : { status: 400 },
  );
  expect((await of(serialOf('3A10'), manager)).status).toBe(404);
  expect((await of(serialOf('3A10'), clerk)).status).toBe(403);
  expect((await read(id)).serial_number).toBe(serials.southPadlock);
});

test('only one of two concurrent replacements is made', async () => {
  const id = await idOf(serials.southPadlock);
  const answers = await Promise.all(
    [serialOf('3A10'), serialOf('3A10')].map((serial) =>
      admin.request(devices.replace, {
        params: { id },
        body: { serial_number: serial, replaces: serials.southPadlock },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  expect(await eventsOf(id, { event: 'REPLACE_DEVICE' })).toHaveLength(1);
});

test('reports that race with the replacement are stored for one of the two, or refused', async () => {
  const id = await idOf(serials.northCabinet);
  const serial = serialOf('3C00');
  // so many concurrent reports may wait too long for a connection on a busy machine; a controller then sends them again
  const send = (of: string, number: number): ReturnType<typeof sendReports> =>
    sendReports(north, { serial: of, events: [unlock({ id: `race ${number}` })] }).catch((error: unknown) => {
      if (error instanceof Error && error.message.includes('answered 503')) return send(of, number);
      throw error;
    });
  const numbers = Array.from({ length: 15 }, (_, i) => i);
  const [early, , late] = await Promise.all([
    Promise.all(numbers.map((number) => send(serials.northCabinet, number))),
    replace(id, serials.northCabinet, serial),
    Promise.all(numbers.map((number) => send(serial, number))),
  ]);
  const accepted = [...early, ...late].reduce((sum, reply) => sum + reply.accepted, 0);
  // each report was either accepted or rejected
  for (const reply of [...early, ...late]) expect(reply.accepted + reply.rejected.length).toBe(1);
  expect(await eventsOf(id, { event: 'LOCK_UNLOCK', results_per_page: '200' })).toHaveLength(accepted);
  // the new hardware repeats rejected reports until all are stored
  const again = await Promise.all(numbers.map((number) => send(serial, number)));
  expect(again.every((reply) => reply.accepted + reply.duplicates === 1)).toBe(true);
});

test('a report that waits while its OKM is replaced is refused, as its token is revoked', async () => {
  const okm = await portal.database.system.connect();
  const { deviceId: id, token } = await issueToken(admin, serials.northOkm);
  const report = { serial: serials.northOkm, events: [unlock()] };
  try {
    await okm.query('begin');
    await okm.query(`select set_config('app.tenant_id', $1, true)`, [tenants.demo]);
    await okm.query('delete from controller_token where device_id = $1', [id]);
    await okm.query('update device set serial_number = $2, generation = generation + 1 where id = $1', [
      id,
      serialOf('9F40'),
    ]);
    const sent = portal.controller(token).refused(gateway.reports, { body: { reports: [report] } });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await portal.database.system.query(waiting)).rowCount).toBe(1);
    await okm.query('commit');
    expect(await sent).toMatchObject({ status: 401, code: 'invalidControllerToken' });
  } finally {
    okm.release();
  }
  expect(await eventsOf(id, { event: 'LOCK_UNLOCK' })).toEqual([]);
});

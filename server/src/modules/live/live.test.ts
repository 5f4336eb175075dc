import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { live, type LiveHello } from '@keyward/contract/live';
import { locations } from '@keyward/contract/locations';
import { profiles } from '@keyward/contract/profiles';
import { type LiveResource, resources } from '@keyward/contract/resources';
import { roles } from '@keyward/contract/roles';
import { afterAll, expect, test } from 'vitest';
import { inTenant } from '#db/tenant.ts';
import { announce } from '#core/live/changes.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';
import { openListening } from './live.testing.ts';

const portal = await openPortal();
const { admin, anonymous } = portal.as;
const { listen, cookieOf, port } = await openListening(portal);
const streams: { stop: () => void }[] = [];
afterAll(() => streams.forEach((stream) => stream.stop()));
const open = async (...parts: Parameters<typeof listen>) => {
  const stream = await listen(...parts);
  streams.push(stream);
  await stream.received('hello');
  return stream;
};
const idOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
const rename = async (id: string, name: string) => admin.call(devices.update, { params: { id }, body: { name } });
const names = (id: string) => (data: Record<string, unknown>) => Array.isArray(data.device) && data.device.includes(id);

test('requires a session', async () => {
  expect(await anonymous.refused(live.stream)).toMatchObject({ status: 401 });
  const once = await admin.request(live.stream, { query: { once: 'true' } });
  expect(once.status).toBe(200);
  expect(once.text).toContain('event: hello\n');
  expect(once.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(once.headers['cache-control']).toBe('no-store');
  expect(once.headers['x-accel-buffering']).toBe('no');
  expect(once.headers['content-security-policy']).toBeDefined();
});

test('accepts only its own query', async () => {
  for (const query of ['once=x', 'once=', 'once=TRUE', 'once=true&once=true']) {
    expect([query, (await admin.raw('GET', `${live.stream.path}?${query}`)).status]).toEqual([query, 400]);
  }
});

test('a change reaches only actors who may see it, at its location and in its tenant', async () => {
  const [boss, clerk, nobody, homeless, foreign] = await Promise.all(
    (['admin', 'clerk', 'nobody', 'homeless', 'harborAdmin'] as const).map((person) => open(person)),
  );
  const far = await idOf(serials.southPadlock);
  const near = await idOf(serials.northPadlock);
  await rename(far, 'South lock');
  await boss?.change(names(far));
  await rename(near, 'North lock');
  await clerk?.change(names(near));
  await boss?.change(names(near));
  // messages are ordered: receiving the later one proves that the earlier one was not sent
  expect(clerk?.changes().some(names(far))).toBe(false);
  expect(boss?.changes().some((data) => data.event === true)).toBe(true);
  for (const other of [nobody, homeless, foreign]) expect(other?.changes()).toEqual([]);
});

test('a report announces its device and events in one message', async () => {
  const okm = await idOf(serials.northOkm);
  const lock = await idOf(serials.northPadlock);
  const token = await issueToken(admin, okm);
  const clerk = await open('clerk');
  const before = (await portal.as.clerk.call(activity.list, {})).total_results;
  const events = Array.from({ length: 12 }, (_, i) => ({
    id: `live ${i}`,
    type: 'LOCK_UNLOCK' as const,
    time: new Date().toISOString(),
  }));
  await portal
    .controller(token.token)
    .call(gateway.reports, { body: { reports: [{ serial: serials.northPadlock, state: { secured: true }, events }] } });
  await clerk.change((data) => names(lock)(data) && data.event === true);
  expect(clerk.changes().filter(names(lock))).toHaveLength(1);
  expect((await portal.as.clerk.call(activity.list, {})).total_results).toBe(before + 12);
});

test('an added, changed or deleted profile is announced to actors to whom it is visible', async () => {
  const [boss, clerk, nobody] = await Promise.all(
    (['admin', 'clerk', 'nobody'] as const).map((person) => open(person)),
  );
  const heardOf = (id: string) => (data: Record<string, unknown>) => Array.isArray(data.user) && data.user.includes(id);
  const { data: added } = await admin.call(profiles.create, { body: { name: 'Nowhere', username: 'nowhere' } });
  await boss?.change(heardOf(added.id));
  const { data: people } = await admin.call(profiles.list, { query: { username: 'manager' } });
  const manager = people[0]?.id ?? '';
  await admin.call(profiles.update, { params: { id: manager }, body: { name: 'Max Manager' } });
  await clerk?.change(heardOf(manager));
  const before = boss?.changes().length ?? 0;
  await admin.call(profiles.remove, { params: { id: added.id } });
  await expect.poll(() => boss?.changes().slice(before).some(heardOf(added.id))).toBe(true);
  expect(clerk?.changes().some(heardOf(added.id))).toBe(false);
  expect(nobody?.changes()).toEqual([]);
});

test('the keys that a deleted profile held are announced, as their holder is now unknown', async () => {
  const { data: leaver } = await admin.call(profiles.create, { body: { name: 'Leaver', username: 'leaver' } });
  const key = await idOf(serials.northKey);
  await portal.database.system.query(
    'insert into key_custody (tenant_id, device_id, profile_id, checked_out_at) values ($1, $2, $3, now())',
    [tenants.demo, key, leaver.id],
  );
  const clerk = await open('clerk');
  await admin.call(profiles.remove, { params: { id: leaver.id } });
  await clerk.change(names(key));
});

test.each([
  ['device', devices.list.path],
  ['user', profiles.list.path],
])('rows of %s named by a change can be read again by their ids', async (resource, path) => {
  expect(resources[resource as LiveResource].live).toBe('rows');
  const { body } = await admin.raw('GET', `${path}?results_per_page=2`);
  const { data } = body as { data: { id: string }[] };
  const again = await admin.raw('GET', `${path}?id=${data.map(({ id }) => id).join(',')}`);
  expect(again.body).toMatchObject({ total_results: 2 });
});

test('hello names recent changes visible to the actor', async () => {
  const id = await idOf(serials.southPadlock);
  const boss = await open('admin');
  await rename(id, 'Changed just before');
  await boss.change(names(id));
  const hello = async (person: 'admin' | 'clerk'): Promise<LiveHello | undefined> =>
    (await open(person)).messages.find((m) => m.event === 'hello')?.data;
  const forAdmin = await hello('admin');
  expect(forAdmin?.ms).toBeGreaterThan(0);
  expect(forAdmin?.changes?.some(names(id))).toBe(true);
  expect((await hello('clerk'))?.changes?.some(names(id))).toBe(false);
});

test('a rolled back change is not announced', async () => {
  const boss = await open('admin');
  const id = await idOf(serials.northCabinet);
  const failed = inTenant(portal.database.app, tenants.demo, async (db) => {
    announce(db, [{ resource: 'device', id: 'never', locations: [] }]);
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  await rename(id, 'Rolled on');
  await boss.change(names(id));
  expect(boss.changes().some(names('never'))).toBe(false);
});

test('the stream ends with the session, at once', async () => {
  const cookie = await cookieOf('manager');
  const mine = await open('manager', cookie);
  const other = await open('manager');
  await anonymous.raw(auth.logout.method, auth.logout.path, undefined, { cookie });
  await mine.received('end');
  await mine.closed();
  expect(other.ended()).toBe(false);
});

test('changed rights apply from the next message on, and are announced', async () => {
  const { rows } = await portal.database.system.query<{ id: string }>(
    `select id from profile where tenant_id = $1 and username = 'editor'`,
    [tenants.demo],
  );
  const editor = await open('editor');
  const lock = await idOf(serials.southPadlock);
  await rename(lock, 'Before');
  await editor.change(names(lock));
  const received = editor.changes().length;
  await portal.database.system.query('delete from profile_role where tenant_id = $1 and profile_id = $2', [
    tenants.demo,
    rows[0]?.id,
  ]);
  await rename(lock, 'After');
  await editor.received('rights');
  expect(editor.changes()).toHaveLength(received);
  await portal.database.system.query('update profile set disabled = true where tenant_id = $1 and id = $2', [
    tenants.demo,
    rows[0]?.id,
  ]);
  await rename(lock, 'Later');
  await editor.closed();
});

test('a moved device is announced at its old and new location', async () => {
  const { data } = await admin.call(groups.definitions, {});
  const tagId = data.find((d) => d.is_location)?.id ?? '';
  const id = await idOf(serials.northKey);
  const clerk = await open('clerk');
  const body = { name: 'Wandering key', tags: [{ tagId, values: [south] }] };
  await admin.call(devices.update, { params: { id }, body });
  await clerk.change(names(id));
  const received = clerk.changes().length;
  await rename(id, 'Far away');
  await admin.call(devices.update, { params: { id }, body: { ...body, tags: [{ tagId, values: [north] }] } });
  await clerk.until(() => clerk.changes().length > received, 'that it is back');
});

test('devices that get another OKM are announced at their location', async () => {
  const { data } = await admin.call(groups.definitions, {});
  const tagId = data.find((d) => d.is_location)?.id ?? '';
  const [okm, dependent] = [await idOf(serials.southOkm), await idOf(serials.southPadlock)];
  const [boss, clerk] = [await open('admin'), await open('clerk')];
  const put = (values: string[]) =>
    admin.call(devices.update, { params: { id: okm }, body: { name: 'Wandering OKM', tags: [{ tagId, values }] } });
  await put([north]);
  await boss.change(names(dependent));
  const released = boss.changes().length;
  await put([south]);
  await boss.until(() => boss.changes().slice(released).some(names(dependent)), 'that it reports again');
  expect(clerk.changes().some(names(dependent))).toBe(false);
});

test('renamed groups and roles, and groups removed from all rows, are announced to all who see such rows', async () => {
  const { data: tag } = await admin.call(groups.create, {
    body: { label: 'Shelf', type: 1, objects: [{ type: 'devices' }, { type: 'users' }], values: ['Left', 'Right'] },
  });
  const body = { name: 'North key', tags: [{ tagId: tag.id, values: ['Left'] }] };
  await admin.call(devices.update, { params: { id: await idOf(serials.northKey) }, body });
  const { data: role } = await admin.call(roles.create, { body: { name: 'Porter', permissions: [] } });
  const manager = await open('manager');
  const announced = async (fits: (data: Record<string, unknown>) => boolean, write: () => Promise<unknown>) => {
    const before = manager.changes().length;
    await write();
    await manager.until(() => manager.changes().slice(before).some(fits), 'rows that are not listed');
    return manager.changes().slice(before);
  };
  const params = { id: tag.id };
  const values = [{ oldValue: 'Left', newValue: 'Up' }];
  const [renamed] = await announced(
    ({ device, user }) => device === null && user === null,
    () => admin.call(groups.editValues, { params, body: { values } }),
  );
  // keys and their invitations show values of their devices
  expect(renamed).toMatchObject({ 'secure-key': null, 'secure-key-invitation': null });
  // the same values, one with another spelling
  await announced(
    ({ device, user }) => device === null && user === null,
    () => admin.call(groups.update, { params, body: { values: ['UP', 'Right'] } }),
  );
  const { data: definitions } = await admin.call(groups.definitions, {});
  const locationId = definitions.find((d) => d.is_location)?.values.find(({ name }) => name === north)?.id ?? '';
  const { data: hours } = await admin.call(locations.get, { params: { id: locationId } });
  const { time_zone, week, exceptions } = hours;
  for (const pair of [
    { oldValue: north, newValue: 'Northern' },
    { oldValue: 'Northern', newValue: north },
  ]) {
    await announced(
      ({ device, user }) => device === null && user === null,
      () =>
        admin.call(locations.update, {
          params: { id: locationId },
          body: { time_zone, week, exceptions, rename: pair },
        }),
    );
  }
  const taken = await announced(
    ({ device }) => device === null,
    () => admin.call(groups.update, { params, body: { values: ['Right'] } }),
  );
  expect(taken.some((data) => data['secure-key-invitation'] === null)).toBe(true);
  // no profile has the value
  expect(taken.some((data) => 'user' in data)).toBe(false);
  await announced(
    ({ user }) => user === null,
    () => admin.call(roles.update, { params: { id: role.id }, body: { name: 'Doorman' } }),
  );
});

test('a session has at most six streams; the oldest is closed', async () => {
  const cookie = await cookieOf('admin');
  const own = [];
  for (let i = 0; i < 7; i++) own.push(await open('admin', cookie));
  await own[0]?.closed();
  expect(own.slice(1).every((stream) => !stream.ended())).toBe(true);
});

test('after a lost database connection the server reconnects, and clients refetch', async () => {
  const boss = await open('admin');
  const hellos = () => boss.messages.filter((m) => m.event === 'hello').length;
  await boss.until(() => hellos() >= 1, 'hello');
  const before = hellos();
  await portal.database.system.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'keyward live' and datname = current_database()`,
  );
  await boss.until(() => hellos() > before, 'another hello');
  // changes during the outage are unknown
  expect(boss.messages.findLast((m) => m.event === 'hello')?.data).toEqual({});
  const id = await idOf(serials.southPadlock);
  await rename(id, 'Heard again');
  await boss.change(names(id));
});

test('the server stops despite open streams', async () => {
  const boss = await open('admin');
  expect(port).toBeGreaterThan(0);
  // an open stream would block shutdown forever
  await portal.app.close();
  await boss.closed();
});

import { argon2Sync } from 'node:crypto';
import { devices } from '@keyward/contract/devices';
import { propagations } from '@keyward/contract/propagation';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { afterAll, afterEach, expect, test } from 'vitest';
import { issueToken } from '#modules/gateway/gateway.testing.ts';
import { codeOf, makeKey } from '#modules/gateway/redeem.testing.ts';
import { createHttp } from '#seed/http.ts';
import { loadFleet } from '#seed/fleet.ts';
import { randomOf } from '#seed/random.ts';
import { digestOf as digestOfEntries, settle } from '#testing/controllers.ts';
import { north, serials } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { enterDigits } from './door.ts';
import type { Habit } from './habits.ts';
import { digestOf, mayUse, nothing, withAnswer } from './holdings.ts';
import { live, restart } from './life.ts';
import { GatewayError, openLine } from './line.ts';
import { newOkm, type Okm } from './okm.ts';
import { reportTries } from './tries.ts';

const portal = await openPortal();
const { admin } = portal.as;
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' });
const stopping = new AbortController();
const waits = { timeout: 20_000 };
const store = (await portal.inTenant('demo', loadFleet)).find(({ name }) => name === north);
if (!store) throw new Error('the test world has no north');
const { deviceId, token } = await issueToken(admin, serials.northOkm);

function lineUntil(signal: AbortSignal) {
  const { send } = createHttp(url, Infinity, signal);
  return openLine(send, send, { host: 'localhost', token });
}
function open(habit: Habit = 'steady'): Okm {
  const [unit] = store?.okms ?? [];
  if (!unit) throw new Error('there is no OKM');
  return newOkm({ unit, host: 'localhost', token, line: lineUntil(stopping.signal), habit, dark: false });
}
afterAll(() => stopping.abort());
let life = { stop: async () => {} };
afterEach(() => life.stop());
/** Runs the controller's life until the end of the test. */
function start(okm: Okm) {
  const ending = new AbortController();
  okm.line = lineUntil(ending.signal);
  const counts = { fetched: 0, confirmed: 0, uses: 0 };
  const lived = live(okm, {
    random: randomOf(1),
    signal: ending.signal,
    counts,
    reachable: () => true,
    carryOut: async () => {},
  });
  const stop = () => {
    ending.abort();
    return lived;
  };
  life = { stop };
  return { counts, stop };
}
const condition = async () => (await admin.call(propagations.device, { params: { id: deviceId } })).data.okm;

test('the digest matches the protocol, and a delta replaces and removes entries', async () => {
  const okm = open();
  await settle(portal);
  const answer = await okm.line.access();
  const holds = withAnswer(nothing, answer);
  expect(digestOf(holds)).toBe(answer.digest);
  expect(digestOf(holds)).toBe(digestOfEntries([...answer.devices, ...answer.people, ...answer.keys]));
  const [gone, kept] = answer.people;
  if (!gone || !kept) throw new Error('there are too few people');
  const empty = { devices: [], keys: [], people: [{ ...kept, name: 'Renamed' }], removed: [gone.id] };
  const next = withAnswer(holds, { ...answer, ...empty, whole: false });
  expect(next.people.get(kept.id)?.name).toBe('Renamed');
  expect(next.people.has(gone.id)).toBe(false);
  expect(next.devices).toEqual(holds.devices);
  expect(withAnswer(holds, { ...answer, ...empty, whole: true }).devices.size).toBe(0);
});

test(
  'uses that were granted offline are reported once, and a code works only once offline as well',
  waits,
  async () => {
    const key = await makeKey(portal, { serial: serials.northPadlock, uses: 3 });
    await settle(portal);
    const okm = open();
    okm.holds = withAnswer(nothing, await okm.line.access());
    const [lock] = store.locks.filter(({ serial }) => serial === serials.northPadlock);
    if (!lock) throw new Error('there is no lock');
    const entry = { okm, lock, digits: codeOf(key), online: false, keys: store.keys };
    expect(await enterDigits(entry)).toEqual({ opened: true, offline: true });
    expect(await enterDigits(entry)).toEqual({ opened: false, reason: 'codeUsed' });
    const uses = async () =>
      (await portal.database.system.query<{ uses: number }>('select uses from secure_key where id = $1', [key.id]))
        .rows[0]?.uses;
    expect(await uses()).toBe(0);
    start(okm);
    await expect.poll(uses, waits).toBe(1);
    // the answer arrives after the server has counted it
    await expect.poll(() => okm.uses, waits).toEqual([]);
  },
);

test('wrong entries are slowed down', async () => {
  const okm = open();
  const [lock] = store.locks;
  if (!lock) throw new Error('there is no lock');
  const type = () => enterDigits({ okm, lock, digits: '12345', online: false, keys: [] });
  for (let tries = 0; tries < 5; tries++) expect((await type()).reason).toBe('wrongCode');
  expect(await type()).toEqual({ opened: false, reason: 'tooManyTries', retryAfter: 10 });
  // entries are kept while off line
  expect(okm.tries).toHaveLength(5);
});

test('wrong entries are reported at once, or as soon as there is a connection again', waits, async () => {
  const [lock] = store.locks.filter(({ serial }) => serial === serials.northPadlock);
  if (!lock) throw new Error('there is no lock');
  const okm = open();
  const type = (digits: string, online: boolean) => enterDigits({ okm, lock, digits, online, keys: [] });
  expect(await type('12345', true)).toEqual({ opened: false, reason: 'wrongCode' });
  // an entry that the portal judges and counts
  expect(await type('12345678', true)).toEqual({ opened: false, reason: 'wrongCode' });
  expect(okm.tries).toEqual([]);
  for (let tries = 0; tries < 3; tries++) await type(tries === 0 ? '12345678' : '12345', false);
  expect(okm.tries).toHaveLength(3);
  start(okm);
  await expect.poll(() => okm.tries, waits).toEqual([]);
  // five in all, so the portal reports that the lock takes none, and a controller that counted nothing obeys
  const other = open();
  await reportTries(other);
  expect(await enterDigits({ okm: other, lock, digits: '12345', online: true, keys: [] })).toMatchObject({
    reason: 'tooManyTries',
  });
});

/** Gives everyone in its holdings this PIN. */
function givePin(okm: Okm, digits: string) {
  const salt = Buffer.from('a salt of 16 byt');
  const hash = argon2Sync('argon2id', {
    message: digits,
    nonce: salt,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const verifier = `$argon2id$v=19$m=64,t=1,p=1$${plain(salt)}$${plain(hash)}`;
  const people = [...okm.holds.people].map(([id, person]) => [id, { ...person, verifier }] as const);
  okm.holds = { ...okm.holds, people: new Map(people) };
}

test('an entry of eight digits is tried as a PIN before the gateway is asked to redeem it', waits, async () => {
  const okm = open();
  const [lock] = store.locks;
  if (!lock) throw new Error('there is no lock');
  await settle(portal);
  okm.holds = withAnswer(nothing, await okm.line.access());
  const [person] = okm.holds.people.values();
  if (!person) throw new Error('there is no person');
  const digits = '40711520';
  givePin(okm, digits);
  okm.line = { ...okm.line, redeem: () => Promise.reject(new Error('asked')) };
  expect(await enterDigits({ okm, lock, digits, online: true, keys: store.keys })).toMatchObject({
    agent: person.username,
  });
});

test('a code entered while another entry is judged opens nothing, and is not judged offline', waits, async () => {
  const key = await makeKey(portal, { serial: serials.northPadlock });
  await settle(portal);
  const okm = open();
  okm.holds = withAnswer(nothing, await okm.line.access());
  const [lock] = store.locks.filter(({ serial }) => serial === serials.northPadlock);
  if (!lock) throw new Error('there is no lock');
  const entry = { okm, lock, digits: codeOf(key), keys: store.keys };
  const busy = new GatewayError({ status: 409, headers: {}, body: '' });
  okm.line = { ...okm.line, redeem: () => Promise.reject(busy) };
  expect(await enterDigits({ ...entry, online: true })).toEqual({ opened: false });
  expect(okm.uses).toEqual([]);
  // off line, the same code would open
  expect(await enterDigits({ ...entry, online: false })).toEqual({ opened: true, offline: true });
});

test(
  'a lost key is not handed out and opens no lock, docked or held by a person, until it is found',
  waits,
  async () => {
    const okm = open();
    const [lock] = store.locks.filter(({ serial }) => serial === serials.northPadlock);
    const [key] = store.keys.filter(({ serial }) => serial === serials.northKey);
    if (!lock || !key) throw new Error('there is no lock, or no key');
    const digits = '40711';
    const follow = async () => {
      await settle(portal);
      okm.holds = withAnswer(okm.holds, await okm.line.access(okm.holds));
      givePin(okm, digits);
    };
    const takers = () =>
      [...okm.holds.people.values()].filter(({ username }) => mayUse(okm.holds, username, key.serial, new Date()));
    const enter = (holder: string | null) =>
      enterDigits({ okm, lock, digits, online: false, keys: [{ ...key, holder }] });
    await follow();
    const [taker] = takers();
    if (!taker) throw new Error('nobody may take the key');
    expect(await enter(null)).toMatchObject({ opened: true });
    const { id } = (await admin.call(devices.list, { query: { serial_number: key.serial } })).data[0] ?? { id: '' };
    await admin.call(devices.reportLost, { params: { id }, body: {} });
    await follow();
    expect(takers()).toEqual([]);
    expect(await enter(null)).toMatchObject({ opened: false, why: 'key' });
    expect(await enter(taker.username)).toMatchObject({ opened: false, why: 'key' });
    await admin.call(devices.reportFound, { params: { id } });
    await follow();
    expect(await enter(taker.username)).toMatchObject({ opened: true });
  },
);

test('an older state after a restart is detected and brought up to date', waits, async () => {
  const okm = open();
  await settle(portal);
  const before = withAnswer(nothing, await okm.line.access());
  await okm.line.confirm({ epoch: before.epoch, version: before.version, digest: digestOf(before) });
  await makeKey(portal, { serial: serials.northPadlock });
  await settle(portal);
  okm.holds = before;
  okm.fetched = before;
  start(okm);
  await expect.poll(async () => (await condition())?.condition, waits).toBe('inSync');
  expect(okm.holds.version).toBeGreaterThan(before.version);
});

test('a damaged entry shows as drift', waits, async () => {
  const okm = open('damaged');
  const first = start(okm);
  await expect.poll(() => first.counts.confirmed, waits).toBeGreaterThan(0);
  await first.stop();
  restart(okm, randomOf(1));
  start(okm);
  await expect.poll(async () => (await condition())?.condition, waits).toBe('drift');
});

test('an OKM with room for a few people refuses a longer list, and does not fetch it again', waits, async () => {
  const { data: definitions } = await admin.call(groups.definitions, {});
  const tagId = definitions.find(({ is_location: isLocation }) => isLocation)?.id ?? '';
  const role = (await admin.call(roles.list, {})).data.find(({ name }) => name === 'OKM user')?.id ?? '';
  for (let n = 0; n < 9; n++) {
    const tags = [{ tagId, values: [north] }];
    await admin.call(profiles.create, { body: { name: `Person ${n}`, username: `small.${n}`, roles: [role], tags } });
  }
  await settle(portal);
  const { counts } = start(open('small'));
  await expect.poll(condition, waits).toMatchObject({ condition: 'refused', reason: 'list full' });
  expect(counts.fetched).toBe(1);
});

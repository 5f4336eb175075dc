import { argon2Sync } from 'node:crypto';
import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { describe, expect, test } from 'vitest';
import { codeAt, keySecretContext, newCodeSecret } from '#core/onepass/code.ts';
import { digestOf, maySay, settle, TestController } from '#testing/controllers.ts';
import { nightly } from '#testing/nightly.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { issueToken, openGateway, sendReports, unlock } from './gateway.testing.ts';

const world = await openGateway();
const { portal } = world;
const { admin } = portal.as;
const owner = portal.database.system;
const outbox = openOutbox(portal);
const { data: definitions } = await admin.call(groups.definitions, {});
const tag = (label: string) => definitions.find((d) => d.label === label)?.id ?? '';
const at = (locationName: string) => ({ tagId: tag('Location'), values: [locationName] });
const okmUser = (await admin.call(roles.list, {})).data.find((r) => r.name === 'OKM user')?.id ?? '';
const deviceOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';

let made = 0;
async function person(over: object = {}) {
  const body = { name: `Person ${++made}`, username: `access.${made}`, roles: [okmUser], tags: [at(north)], ...over };
  return (await admin.call(profiles.create, { body })).data.id;
}
async function keyOf(serial: string, minutes = 60) {
  const deviceId = await deviceOf(serial);
  const { rows } = await owner.query<{ id: string }>(
    `insert into secure_key (tenant_id, device_id, created_by, created_by_name, duration, expires_at, max_uses, secret)
     values ($1, $2, $2, 'Ada Admin', $3, now() + make_interval(mins => $3), 2, '') returning id`,
    [tenants.demo, deviceId, minutes],
  );
  const id = rows[0]?.id ?? '';
  const secret = newCodeSecret();
  await owner.query('update secure_key set secret = $2 where id = $1', [
    id,
    portal.vault.seal(secret, keySecretContext(tenants.demo, id)),
  ]);
  return { id, secret };
}
const held = async (caller = world.north) => {
  await settle(portal);
  return (await caller.call(gateway.access)).data;
};

describe('the access of a controller', () => {
  test('contains its devices, and the people who may use one of them', async () => {
    const here = await person();
    const there = await person({ tags: [at(south)] });
    const idle = await person({ roles: [] });
    const data = await held();
    expect(data.devices.map(({ serial }) => serial).toSorted()).toEqual(
      [serials.northCabinet, serials.northKey, serials.northOkm, serials.northPadlock].toSorted(),
    );
    const ids = data.people.map(({ id }) => id);
    expect(ids).toContain(here);
    expect(ids).not.toContain(there);
    expect(ids).not.toContain(idle);
    expect((await held(world.south)).people.map(({ id }) => id)).toContain(there);
    expect((await held(world.south)).people.map(({ id }) => id)).not.toContain(here);
  });

  test('contains a PIN as a verifier that a controller can compare with a typed PIN', async () => {
    const id = await person();
    await settle(portal);
    expect((await held()).people.find((one) => one.id === id)).toMatchObject({ verifier: null });
    await outbox.work();
    const { data: pin } = await admin.call(pins.show, { params: { id } });
    const verifier = (await held()).people.find((one) => one.id === id)?.verifier ?? '';
    const [, memory, passes, parallelism, salt, expected] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(verifier) ?? [];
    const typed = argon2Sync('argon2id', {
      message: pin,
      nonce: Buffer.from(salt ?? '', 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: 32,
    });
    expect(typed.toString('base64').replace(/=+$/, '')).toBe(expected);
    await admin.call(pins.reset, { params: { id } });
    await settle(portal);
    expect((await held()).people.find((one) => one.id === id)?.verifier).toBeNull();
  });

  test('contains the usable OnePASS keys of its devices, with the secret of their codes', async () => {
    const { id, secret } = await keyOf(serials.northPadlock);
    const elsewhere = await keyOf(serials.southPadlock);
    const [key] = (await held()).keys.filter((one) => one.id === id);
    expect(key).toMatchObject({ serial: serials.northPadlock, secret });
    expect(codeAt(key?.secret ?? '', new Date())).toMatch(/^\d{8}$/);
    expect((await held()).keys.map((one) => one.id)).not.toContain(elsewhere.id);
    await owner.query('update secure_key set uses = 1 where id = $1', [id]);
    expect((await held()).keys.map((one) => one.id)).toContain(id);
    await owner.query('update secure_key set uses = 2 where id = $1', [id]);
    const gone = await held();
    expect(gone.keys.map((one) => one.id)).not.toContain(id);
    expect((await held(world.south)).keys.map((one) => one.id)).toEqual([elsewhere.id]);
  });

  test('contains every entry of its digest, even a key that was deleted since', async () => {
    const { id, secret } = await keyOf(serials.northPadlock);
    await held();
    await owner.query('delete from secure_key where id = $1', [id]);
    const { data } = await world.north.call(gateway.access);
    const key = data.keys.find((one) => one.id === id);
    expect(key?.secret).toMatch(/^[0-9a-f]+$/);
    expect(key?.secret).not.toBe(secret);
    expect(data.digest).toBe(digestOf([...data.devices, ...data.people, ...data.keys]));
    expect((await held()).keys.map((one) => one.id)).not.toContain(id);
  });

  test('expires after the organization’s offline hours, renewed at each fetch', async () => {
    const hours = ({ usableUntil }: { usableUntil: string }) => (Date.parse(usableUntil) - Date.now()) / 3_600_000;
    expect(hours(await held())).toBeCloseTo(24, 1);
    const offline = (n: number) =>
      owner.query(`update tenant set config = config || jsonb_build_object('offlineHours', $2::int) where id = $1`, [
        tenants.demo,
        n,
      ]);
    await offline(3);
    const before = await held();
    expect(hours(before)).toBeCloseTo(3, 1);
    const known = { 'if-none-match': `"${before.epoch}-${before.version}"` };
    const same = await world.north.raw('GET', gateway.access.path, undefined, known);
    expect([same.status, same.text]).toEqual([304, '']);
    expect(Date.parse(String(same.headers['keyward-usable-until']))).toBeGreaterThanOrEqual(
      Date.parse(before.usableUntil),
    );
    await offline(24);
  });

  test('is neither compressed nor cached on the way', async () => {
    const answer = await world.north.raw('GET', gateway.access.path, undefined, { 'accept-encoding': 'gzip' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('contains the validity, which a controller judges by its own clock', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const [notBefore, notAfter] = [day(1), day(2)];
    const later = await person({ valid_from: notBefore, valid_until: notAfter });
    const data = await held();
    expect(data.people.find(({ id }) => id === later)).toMatchObject({ notBefore, notAfter });
    expect(maySay(data, later)).toBe(false);
  });
});

describe('a version', () => {
  test('is raised by a change of the access, and by nothing else', async () => {
    const controller = new TestController(world.north);
    await settle(portal);
    await controller.fetch();
    const start = controller.version;
    const moves = Array.from({ length: 250 }, (_, n) =>
      unlock({ type: n % 2 ? 'KEY_CHECKIN' : 'KEY_CHECKOUT', time: new Date(Date.now() + n).toISOString() }),
    );
    // a thousand moves, ten thousand in the nightly tests
    for (let battery = 1; battery <= (nightly ? 40 : 4); battery++) {
      const events = moves.map((move) => ({ ...move, id: `${move.id} ${battery}` }));
      await sendReports(
        world.north,
        { serial: serials.northKey, events },
        { serial: serials.northPadlock, state: { battery } },
      );
    }
    await settle(portal);
    await controller.fetch();
    expect(controller.version).toBe(start);
    const id = await person();
    await settle(portal);
    const changes = await controller.fetch();
    expect(changes).toMatchObject({ whole: false, version: start + 1, removed: [], devices: [] });
    expect(changes.people.map((one) => one.id)).toEqual([id]);
    expect(controller.digest).toBe(changes.digest);
  });

  test('an OKM that was offline while a key was out keeps its access when it is back', async () => {
    const id = await person({ username: 'holder' });
    const controller = new TestController(world.north);
    await settle(portal);
    await controller.fetch();
    await sendReports(world.north, {
      serial: serials.northKey,
      events: [unlock({ type: 'KEY_CHECKOUT', agent: 'holder' })],
    });
    await owner.query(`update device set state_updated_at = now() - interval '2 days' where serial_number = $1`, [
      serials.northOkm,
    ]);
    await settle(portal);
    const data = await controller.fetch('all');
    for (const serial of [serials.northKey, serials.northPadlock]) expect(maySay(data, id, serial)).toBe(true);
    await sendReports(world.north, { serial: serials.northKey, events: [unlock({ type: 'KEY_CHECKIN' })] });
  });

  test('a delta contains what was removed, and leads to the digest of the whole', async () => {
    const controller = new TestController(world.north);
    const ids = [await person(), await person(), await person()];
    await settle(portal);
    await controller.fetch();
    await admin.call(profiles.remove, { params: { id: ids[0] ?? '' } });
    await admin.call(profiles.update, { params: { id: ids[1] ?? '' }, body: { tags: [at(south)] } });
    await admin.call(profiles.update, { params: { id: ids[2] ?? '' }, body: { name: 'Renamed' } });
    await settle(portal);
    const changes = await controller.fetch();
    expect(changes.whole).toBe(false);
    expect(changes.removed.toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(changes.people.map(({ name }) => name)).toEqual(['Renamed']);
    const incremental = controller.digest;
    const whole = await controller.fetch('all');
    expect([whole.whole, whole.digest, controller.digest]).toEqual([true, incremental, incremental]);
  });

  test('everything is sent when there is no delta from the named version', async () => {
    const { epoch, version } = await held();
    const asked = (query: Record<string, string>) => world.north.call(gateway.access, { query });
    expect((await asked({ epoch: `${epoch}`, version: `${version}` })).data.whole).toBe(false);
    expect((await asked({ epoch: `${epoch - 1}`, version: `${version}` })).data.whole).toBe(true);
    expect((await asked({ epoch: `${epoch}`, version: `${version + 7}` })).data.whole).toBe(true);
    expect((await asked({ epoch: `${epoch}` })).data.whole).toBe(true);
    expect((await world.north.refused(gateway.access, { query: { epoch: '-1' } })).status).toBe(400);
  });

  test('of an OKM that was added a moment ago is made at its first call', async () => {
    const body = { name: 'New cabinet', serial_number: '9F400000000000AA', tags: [at(south)] };
    await admin.call(devices.create, { body });
    const { token } = await issueToken(admin, body.serial_number);
    const { data } = await portal.controller(token).call(gateway.access);
    expect(data).toMatchObject({ version: 1, whole: true });
    expect(data.devices.map(({ serial }) => serial)).toEqual([body.serial_number]);
  });
});

describe('a confirmation', () => {
  const stateOf = async () =>
    (
      await owner.query<{ outcome: string; confirmed_version: string; reason: string | null }>(
        `select s.outcome, s.confirmed_version, s.reason from controller_state s
         join device d on d.tenant_id = s.tenant_id and d.id = s.device_id where d.tenant_id = $1 and d.serial_number = $2`,
        [tenants.demo, serials.northOkm],
      )
    ).rows[0];

  test('of the version with its digest has the outcome works', async () => {
    const controller = new TestController(world.north);
    await settle(portal);
    await controller.fetch();
    const { epoch, version } = controller;
    expect(await controller.confirm()).toEqual({ outcome: 'works', fetch: 'nothing', access: { epoch, version } });
    expect(await stateOf()).toMatchObject({ outcome: 'works', confirmed_version: version });
  });

  test('of an earlier version asks for a fetch, and counts as older once a later one was confirmed', async () => {
    const controller = new TestController(world.north);
    await settle(portal);
    await controller.fetch();
    await controller.confirm();
    const before = { version: controller.version, digest: controller.digest };
    await person();
    await settle(portal);
    expect(await controller.confirm(before)).toMatchObject({ outcome: 'works', fetch: 'changes' });
    await controller.fetch();
    expect(await controller.confirm()).toMatchObject({ outcome: 'works', fetch: 'nothing' });
    expect(await controller.confirm(before)).toMatchObject({ outcome: 'older', fetch: 'changes' });
    expect(await stateOf()).toMatchObject({ outcome: 'older', confirmed_version: before.version });
    expect(await controller.confirm()).toMatchObject({ outcome: 'works' });
  });

  test('with another digest is recorded as drift, and everything is sent again', async () => {
    const controller = new TestController(world.north);
    await controller.fetch();
    expect(await controller.confirm({ digest: 'a'.repeat(64) })).toMatchObject({ outcome: 'drift', fetch: 'all' });
    expect(await stateOf()).toMatchObject({ outcome: 'drift', confirmed_version: 0 });
    // only once, however often the controller reports it
    await controller.confirm({ digest: 'a'.repeat(64) });
    const { data: drifts } = await portal.as.admin.call(activity.list, { query: { event: 'CONTROLLER_DRIFT' } });
    expect(drifts).toMatchObject([
      { result: 'failure', entity_domain: 'device', agent_id: null, description: { entityName: 'North cabinet' } },
    ]);
    expect((await controller.fetch('all')).whole).toBe(true);
    expect(await controller.confirm()).toMatchObject({ outcome: 'works' });
  });

  test('of a version that was never made begins a later epoch', async () => {
    const controller = new TestController(world.north);
    await controller.fetch();
    const { epoch, version } = controller;
    const answer = await controller.confirm({ version: version + 5 });
    expect(answer).toMatchObject({ outcome: 'unknown', fetch: 'all', access: { version } });
    expect(answer.access.epoch).toBeGreaterThan(epoch);
    expect(await stateOf()).toMatchObject({ outcome: 'unknown', confirmed_version: 0 });
    await controller.fetch();
    expect(controller.epoch).toBe(answer.access.epoch);
    expect(await controller.confirm()).toMatchObject({ outcome: 'works' });
  });

  test('with a reason is a refusal, and keeps the confirmed version', async () => {
    const controller = new TestController(world.north);
    await controller.fetch();
    await controller.confirm();
    expect(await controller.confirm({ refused: 'list full' })).toMatchObject({ outcome: 'refused', fetch: 'nothing' });
    expect(await stateOf()).toMatchObject({
      outcome: 'refused',
      reason: 'list full',
      confirmed_version: controller.version,
    });
    expect(await world.north.refused(gateway.confirm, { body: { epoch: 1, version: 1, digest: 'x' } })).toMatchObject({
      status: 400,
    });
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commands } from '@keyward/contract/commands';
import { confirm } from '@keyward/contract/confirm';
import { devices } from '@keyward/contract/devices';
import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { propagations } from '@keyward/contract/propagation';
import { afterAll, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { rows } from '#db/tenant.ts';
import { codeOf, makeInvite, makeKey } from '#modules/gateway/redeem.testing.ts';
import { settle } from '#testing/controllers.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { startSimulation } from './simulation.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { system } = portal.database;
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' });
const log = (lines: string[]) => ({
  info: (text: string) => void lines.push(text),
  warn: (text: string) => void lines.push(text),
});
const quick = () => ({ database: portal.database, tenants: ['demo'], rate: 50, outages: false });
const waits = { timeout: 20_000 };

/** A simulation without visits to the stores. */
const simulation = await startSimulation({ ...quick(), rate: 1e-9, vault: portal.vault, url, log: log([]) });
afterAll(() => simulation.stop());

const idOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
const conditionOf = async (serial: string) =>
  (await admin.call(propagations.device, { params: { id: await idOf(serial) } })).data.okm?.condition;
const reachOf = async (id: string) => {
  const { data: held } = await admin.call(propagations.user, { params: { id } });
  return [held.pending, ...held.at.map(({ stage }) => stage)];
};
const type = (digits: string, serial: string = serials.northPadlock) =>
  simulation.keypad.enter(tenants.demo, serial, digits);
const stored = async (id: string) =>
  (await system.query<{ uses: number }>('select uses from secure_key where id = $1', [id])).rows[0];

test('every OKM fetches and confirms its access, and a later change as well', { timeout: 40_000 }, async () => {
  for (const serial of [serials.northOkm, serials.southOkm])
    await expect.poll(() => conditionOf(serial), waits).toBe('inSync');
  const { data } = await admin.call(profiles.list, { query: { username: 'clerk' } });
  await admin.call(profiles.update, { params: { id: data[0]?.id ?? '' }, body: { name: 'Carl Changed' } });
  await settle(portal);
  await expect.poll(() => reachOf(data[0]?.id ?? ''), waits).toEqual([false, 'works']);
});

test('a code typed at a simulated lock opens it once, and its use is counted', async () => {
  const key = await makeKey(portal, { serial: serials.northPadlock, uses: 2, invite: await makeInvite(portal) });
  const code = codeOf(key);
  expect(await type(code)).toEqual({ opened: true, usesLeft: 1 });
  expect(await type(code)).toEqual({ opened: false, reason: 'codeUsed' });
  expect(await stored(key.id)).toEqual({ uses: 1 });
  expect(await type('123')).toEqual({ opened: false, reason: 'wrongCode' });
  expect(await type(code, serials.nowhere)).toBeUndefined();
  expect(await simulation.keypad.enter(tenants.harbor, serials.northPadlock, code)).toBeUndefined();
});

test('a PIN typed at a simulated lock opens it for its person', { timeout: 40_000 }, async () => {
  const { data } = await admin.call(profiles.list, { query: { username: 'manager' } });
  const id = data[0]?.id ?? '';
  const { data: pin } = await admin.call(pins.reset, { params: { id } });
  await openOutbox(portal).work();
  await settle(portal);
  await expect.poll(() => reachOf(id), waits).toEqual([false, 'works']);
  expect(await type(pin)).toEqual({ opened: true });
  expect(await type(pin === '00000' ? '00001' : '00000')).toEqual({ opened: false, reason: 'wrongCode' });
});

test('a remote unlock is carried out', waits, async () => {
  await system.query(`update tenant set config = config || '{"remoteUnlock": true}' where id = $1`, [tenants.demo]);
  await admin.call(confirm.password, { body: { act: 'unlockDevice', password: demoPassword } });
  const params = { id: await idOf(serials.northOkm) };
  await admin.call(commands.send, { params, body: { type: 'unlock' } });
  await expect
    .poll(async () => (await admin.call(commands.list, { params })).data.commands[0]?.state, waits)
    .toBe('done');
});

test(
  'staff do what the OKMs’ rights allow, and a simulation that stops revokes its tokens',
  { timeout: 40_000 },
  async () => {
    await simulation.stop();
    const lines: string[] = [];
    const busy = await startSimulation({ ...quick(), url, log: log(lines) });
    await expect.poll(() => busy.counts.accepted, waits).toBeGreaterThan(20);
    expect(busy.counts).toMatchObject({ rejected: 0, failed: 0 });
    const agents = await portal.inTenant('demo', (db) =>
      rows<{ username: string }>(
        db,
        `select distinct p.username from event e join profile p on p.tenant_id = $1 and p.id = e.agent_id
       where e.tenant_id = $1 and e.entity_domain = 'device' and e.result = 'success'`,
        [db.tenantId],
      ),
    );
    const allowed = await portal.inTenant('demo', (db) =>
      rows<{ username: string }>(
        db,
        `select distinct content::jsonb ->> 'username' as username from controller_entry
       where tenant_id = $1 and kind = 'person' and content is not null`,
        [db.tenantId],
      ),
    );
    expect(agents.length).toBeGreaterThan(0);
    expect(allowed).toEqual(expect.arrayContaining(agents));
    await busy.stop();
    expect(lines).toEqual([]);
    const [tokens] = await portal.inTenant('demo', (db) =>
      rows(db, 'select count(*)::int as n from controller_token where tenant_id = $1', [db.tenantId]),
    );
    expect(tokens).toEqual({ n: 0 });
  },
);

test('the simulation waits while the server is unreachable', { timeout: 30_000 }, async () => {
  const lines: string[] = [];
  const away = await startSimulation({ ...quick(), url: 'http://127.0.0.1:9', log: log(lines) });
  await expect.poll(() => away.counts.failed, { timeout: 20_000 }).toBeGreaterThan(0);
  await away.stop();
  expect(lines).toEqual([expect.stringContaining('is waiting for the server')]);
});

test('the simulation stops without waiting for a response', { timeout: 12_000 }, async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const request = once(silent, 'request');
  const silenced = await startSimulation({ ...quick(), url: `http://127.0.0.1:${port}`, log: log([]) });
  await request;
  await silenced.stop();
  expect(silenced.counts).toMatchObject({ accepted: 0, failed: 0 });
  silent.close();
});

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app.ts';
import { createVault } from '#core/auth/secrets.ts';
import { settle } from '#testing/controllers.ts';
import { serials } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';
import { issueToken } from './gateway.testing.ts';

// one connection: a poll that kept it would block everything
const portal = await openPortal({ connections: 1 });
const { admin } = portal.as;
const okm = async (serial: string) => {
  const issued = await issueToken(admin, serial);
  return { ...issued, caller: portal.controller(issued.token) };
};
const north = await okm(serials.northOkm);
const south = await okm(serials.southOkm);

const { data: definitions } = await admin.call(groups.definitions, {});
const department = definitions.find((d) => d.label === 'Department')?.id ?? '';
const { data: padlocks } = await admin.call(devices.list, { query: { serial_number: serials.northPadlock } });
const padlock = padlocks[0]?.id ?? '';
let turn = 0;
/** Changes the data that the OKM in North should have. */
async function change() {
  const values = turn++ % 2 ? ['Toys'] : ['Shoes'];
  await admin.call(devices.update, {
    params: { id: padlock },
    body: { name: 'North padlock', tags: [{ tagId: department, values }] },
  });
  await settle(portal);
}

async function poll(caller: Caller, seconds: number) {
  await settle(portal);
  const { epoch, version } = (await caller.call(gateway.access)).data;
  const query = { epoch: `${epoch}`, version: `${version}`, wait: `${seconds}` };
  return { version, answer: caller.request(gateway.changes, { query }) };
}
/** Sleeps until the poll has read the stored state and waits. */
const waiting = () => sleep(200);

test('answers at once with what is new for a controller', async () => {
  await settle(portal);
  const { epoch, version } = (await north.caller.call(gateway.access)).data;
  const news = { data: { access: { epoch, version }, commands: 0 } };
  expect(await north.caller.call(gateway.changes)).toEqual(news);
  const query = { epoch: `${epoch}`, version: `${version - 1}` };
  expect(await north.caller.call(gateway.changes, { query })).toEqual(news);
});

test('answers 204 when the waiting time is over', async () => {
  const { answer } = await poll(north.caller, 1);
  expect(await answer).toMatchObject({ status: 204, text: '' });
  expect((await north.caller.refused(gateway.changes, { query: { wait: '26' } })).status).toBe(400);
});

test('a change answers the polls of the controllers that it concerns, and no others', async () => {
  const here = await poll(north.caller, 20);
  const there = await poll(south.caller, 2);
  await waiting();
  await change();
  expect(await here.answer).toMatchObject({ status: 200, body: { data: { access: { version: here.version + 1 } } } });
  expect((await there.answer).status).toBe(204);
});

test('a newer poll ends the older one of the same controller', async () => {
  const older = await poll(north.caller, 20);
  const newer = await poll(north.caller, 20);
  expect((await older.answer).status).toBe(204);
  await waiting();
  await change();
  expect((await newer.answer).status).toBe(200);
});

test('a controller whose token was revoked while it waited learns nothing', async () => {
  const issued = await okm(serials.northOkm);
  const { answer } = await poll(issued.caller, 20);
  await waiting();
  await admin.call(devices.revokeToken, { params: { id: issued.deviceId, tokenId: issued.id } });
  await change();
  expect((await answer).status).toBe(401);
});

test('a second process answers its polls, and ends them at once when it stops', async () => {
  const app = await buildApp({ pool: portal.database.app, demo: false, vault: createVault(randomBytes(32)) });
  onTestFinished(() => app.close());
  const elsewhere = north.caller.on(app);
  const first = await poll(elsewhere, 20);
  await waiting();
  await change();
  expect((await first.answer).status).toBe(200);
  const second = await poll(elsewhere, 20);
  await waiting();
  const stopped = performance.now();
  await app.close();
  expect((await second.answer).status).toBe(204);
  expect(performance.now() - stopped).toBeLessThan(2_000);
});

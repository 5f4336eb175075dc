import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { describe, expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { openOutbox } from '#testing/outbox.ts';

const portal = await openPortal();
const { admin, manager, clerk, editor, harborAdmin } = portal.as;
const owner = portal.database.system;
const outbox = openOutbox(portal);

let made = 0;
async function add(more: object = {}, who = admin) {
  const body = { name: 'New Person', username: `pin.person.${made++}`, ...more };
  return (await who.call(profiles.create, { body })).data;
}
const idOf = async (username: string) =>
  (
    await owner.query<{ id: string }>('select id from profile where tenant_id = $1 and username = $2', [
      tenants.demo,
      username,
    ])
  ).rows[0]?.id ?? '';
type StoredEvent = { event: string; agent_id: string; entity_id: string; body: string };
const eventsOf = async (id: string) =>
  (
    await owner.query<StoredEvent>(
      `select event, agent_id, entity_id, body from event where tenant_id = $1 and entity_id = $2 and event like '%PIN%'
       order by received_at, id`,
      [tenants.demo, id],
    )
  ).rows;
const shown = async (id: string, who = admin) => (await who.call(pins.show, { params: { id } })).data;
const reset = async (id: string, who = admin) => (await who.call(pins.reset, { params: { id } })).data;

describe('showing a PIN', () => {
  test('returns the same digits each time, as text, and records who saw whose PIN from where', async () => {
    const { id } = await add();
    const browser = admin.with({ 'user-agent': 'Kiosk/7' });
    const pin = await shown(id, browser);
    expect(pin).toMatch(/^\d{5}$/);
    expect(await shown(id)).toBe(pin);
    const events = await eventsOf(id);
    expect(events.map((one) => one.event)).toEqual(['REVEAL_PIN', 'REVEAL_PIN']);
    expect(events[0]).toMatchObject({ agent_id: await idOf('admin'), entity_id: id });
    expect(JSON.parse(events[0]?.body ?? '')).toMatchObject({
      address: '127.0.0.1',
      user_agent: 'Kiosk/7',
      description: { agentName: 'Ada Admin', entityName: 'New Person', changes: [] },
    });
    expect(events.map((one) => one.body).join()).not.toContain(pin);
  });

  test('lists the last events of the PIN, newest first', async () => {
    const { id } = await add();
    await shown(id);
    await reset(id, editor);
    const { data } = await admin.call(pins.events, { params: { id } });
    expect(data.map(({ event, agentName, address }) => [event, agentName, address])).toEqual([
      ['RESET_PIN', 'Ed Editor', '127.0.0.1'],
      ['REVEAL_PIN', 'Ada Admin', '127.0.0.1'],
    ]);
  });

  test('issues a PIN to a profile of an earlier release', async () => {
    const id = await idOf('clerk');
    expect((await admin.call(profiles.get, { params: { id } })).data).toMatchObject({
      pin_set_at: null,
      pin_at_okms: false,
    });
    const pin = await shown(id, manager);
    expect(await shown(id)).toBe(pin);
    expect((await admin.call(profiles.get, { params: { id } })).data.pin_set_at).not.toBeNull();
  });

  test('records a slip only for the creator of the profile', async () => {
    const { id } = await add();
    const slip = (who = admin) => who.call(pins.show, { params: { id }, query: { purpose: 'slip' } });
    await slip();
    await slip(editor);
    await reset(id);
    await slip();
    expect((await eventsOf(id)).map((one) => one.event)).toEqual([
      'SHOW_PIN_SLIP',
      'REVEAL_PIN',
      'RESET_PIN',
      'REVEAL_PIN',
    ]);
  });

  test('is refused to readers, for people with more rights, in other locations and tenants', async () => {
    const north = await idOf('clerk');
    for (const spec of [pins.show, pins.reset, pins.events]) {
      const of = (who: typeof admin, id: string) => who.refused(spec, { params: { id } });
      expect(await of(clerk, north)).toMatchObject({ status: 403, code: 'forbidden' });
      expect(await of(manager, await idOf('nobody'))).toMatchObject({ status: 404 });
      expect(await of(harborAdmin, north)).toMatchObject({ status: 404 });
      if (spec !== pins.events)
        expect(await of(editor, await idOf('admin'))).toMatchObject({ status: 403, code: 'cannotGrant' });
    }
    const { id } = await add();
    await admin.call(profiles.remove, { params: { id } });
    expect(await admin.refused(pins.show, { params: { id } })).toMatchObject({ status: 404 });
    expect(await shown(await idOf('gone'))).toMatch(/^\d+$/);
  });
});

describe('resetting a PIN', () => {
  test('replaces the PIN, and never returns the former one', async () => {
    const { id } = await add();
    const before = await shown(id);
    const after = await reset(id);
    expect(after).not.toBe(before);
    expect(await shown(id)).toBe(after);
    expect((await eventsOf(id)).map((one) => one.event)).toEqual(['REVEAL_PIN', 'RESET_PIN', 'REVEAL_PIN']);
  });

  test('leaves one PIN, and an event each, after ten concurrent resets', async () => {
    const { id } = await add();
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(id)));
    expect(answers).toContain(await shown(id));
    expect(new Set(answers).size).toBe(10);
    expect((await eventsOf(id)).filter((one) => one.event === 'RESET_PIN')).toHaveLength(10);
    const { rows } = await owner.query('select 1 from pin_index where tenant_id = $1 and profile_id = $2', [
      tenants.demo,
      id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('with an Idempotency-Key happens once, and a repeat returns the PIN without another event', async () => {
    const { id } = await add();
    const keyed = admin.with({ 'idempotency-key': 'reset-of-a-pin' });
    const pin = await reset(id, keyed);
    const again = await keyed.request(pins.reset, { params: { id } });
    expect(again).toMatchObject({ status: 200, body: { data: pin }, headers: { 'idempotency-replayed': 'true' } });
    expect((await eventsOf(id)).map((one) => one.event)).toEqual(['RESET_PIN']);
    // no call with this key has shown the PIN of a later reset
    await reset(id);
    expect(await keyed.refused(pins.reset, { params: { id } })).toMatchObject({ code: 'alreadyDone' });
  });
});

describe('a call that shows a PIN', () => {
  test('is accepted only from a script of the portal itself', async () => {
    const { id } = await add();
    const before = await shown(id);
    for (const path of [`/api/v1/users/${id}/pin`, `/api/v1/users/${id}/pin/reset`]) {
      const refused = async (headers: Record<string, string>, method = 'GET') =>
        (await admin.raw(method, path, undefined, headers)).status;
      expect(await refused({ 'sec-fetch-site': 'none' })).toBe(403);
      expect(await refused({ 'sec-fetch-site': 'same-site' })).toBe(403);
      expect(await refused({ 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await refused({ 'sec-fetch-dest': 'image' })).toBe(403);
      expect(await refused({ 'sec-fetch-dest': 'document' })).toBe(403);
      expect(await refused({ 'sec-purpose': 'prefetch;prerender' })).toBe(403);
      expect(await refused({ purpose: 'prefetch' })).toBe(403);
      expect(await refused({ 'x-moz': 'prefetch' })).toBe(403);
      expect(await refused({}, 'HEAD')).toBe(404);
    }
    expect(await shown(id)).toBe(before);
    const answer = await admin.request(pins.show, { params: { id } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  test('from a script without fetch metadata must name its origin', async () => {
    const { id } = await add();
    const { cookie } = { cookie: 'keyward=none' };
    const send = (headers: Record<string, string>) =>
      portal.app.inject({
        method: 'GET',
        url: `/api/v1/users/${id}/pin`,
        headers: { host: 'localhost', cookie, ...headers },
      });
    expect((await send({})).statusCode).toBe(403);
    expect((await send({ origin: 'https://elsewhere.example' })).statusCode).toBe(403);
    expect((await send({ origin: 'http://localhost' })).statusCode).toBe(401);
  });
});

test('OKMs get a PIN from a job, which has to run again after a reset', async () => {
  const { id } = await add();
  const atOkms = async () => (await admin.call(profiles.get, { params: { id } })).data.pin_at_okms;
  expect(await atOkms()).toBe(false);
  await outbox.work();
  expect(await atOkms()).toBe(true);
  await reset(id);
  expect(await atOkms()).toBe(false);
  await outbox.work();
  expect(await atOkms()).toBe(true);
});

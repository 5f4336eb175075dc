import { activity } from '@keyward/contract/activity';
import { secureKeys } from '@keyward/contract/onepass';
import { settings } from '@keyward/contract/settings';
import { views } from '@keyward/contract/views';
import { afterEach, expect, test } from 'vitest';
import { clock } from '#core/clock.ts';
import { keySecretContext } from '#core/onepass/code.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { longestKeyMinutes } from './duration.ts';

const portal = await openPortal();
const { admin, manager, clerk, harborAdmin } = portal.as;
const owner = portal.database.system;
const hour = { serial: serials.northPadlock, duration: 60, count: 3 };
const make = async (more: Partial<typeof hour> = {}) =>
  (await manager.call(secureKeys.create, { body: { ...hour, ...more } })).data;
const change = (id: string, set: string) =>
  owner.query(`update secure_key set ${set} where tenant_id = $1 and id = $2`, [tenants.demo, id]);

const realNow = clock.now;
afterEach(async () => {
  clock.now = realNow;
  await owner.query('delete from secure_key');
  await owner.query('delete from secure_key_invite');
});

test('a key is made for a compatible device, with its end on the server’s clock', async () => {
  const before = Date.now();
  const { id, data, msg } = await manager.call(secureKeys.create, {
    body: { ...hour, serial: hour.serial.toLowerCase() },
  });
  const after = Date.now();
  expect(msg).toBe('OnePASS key created successfully!');
  expect(data).toMatchObject({
    id,
    device: { name: 'North padlock', serial_number: serials.northPadlock },
    device_type: { name: 'ir padlock 2.0' },
    locationTagValue: 'North',
    count: 3,
    uses: 0,
    duration: 60,
    created_by: 'Mona Manager',
    status: 'active',
    invitations: [],
  });
  const ends = Date.parse(data.expiration_timestamp);
  expect(ends).toBe(Date.parse(data.key_timestamp) + 3_600_000);
  expect(ends).toBeGreaterThanOrEqual(before + 3_600_000 - 1000);
  expect(ends).toBeLessThanOrEqual(after + 3_600_000 + 1000);
  expect((await manager.call(secureKeys.get, { params: { id } })).data).toEqual(data);
});

test('the secret of a key is sealed for that key only, and in no response', async () => {
  const answer = await manager.request(secureKeys.create, { body: hour });
  const { rows } = await owner.query<{ id: string; secret: Buffer }>('select id, secret from secure_key');
  const { id = '', secret = Buffer.alloc(0) } = rows[0] ?? {};
  const { vault } = portal;
  const plain = vault.open(secret, keySecretContext(tenants.demo, id)) ?? '';
  expect(plain).toMatch(/^[0-9a-f]{64}$/);
  expect(vault.open(secret, keySecretContext(tenants.harbor, id))).toBeUndefined();
  const list = await manager.request(secureKeys.list, {});
  for (const { text } of [answer, list]) {
    expect(text).not.toContain(plain);
    expect(text).not.toContain('secret');
  }
});

test('a serial number at another location is refused exactly like an unknown one', async () => {
  const refusal = async (serial: string) => {
    const { status, text } = await manager.request(secureKeys.create, { body: { ...hour, serial } });
    return `${status} ${text}`;
  };
  const unknown = await refusal('3A10FFFFFFFFFFFF');
  expect(unknown).toMatch(/^404 .*unknownDevice/);
  expect(await refusal(serials.southPadlock)).toBe(unknown);
  expect(await refusal(serials.nowhere)).toBe(unknown);
  // visible, but not compatible
  expect(await manager.refused(secureKeys.create, { body: { ...hour, serial: serials.northCabinet } })).toMatchObject({
    status: 400,
    code: 'deviceNotCompatible',
    constraint: 'serial',
  });
});

test.each([
  { count: 0 },
  { count: 256 },
  { count: 1.5 },
  { count: -1 },
  { duration: 0 },
  { duration: 0.5 },
  { duration: 64_861 },
  { duration: Number.MAX_SAFE_INTEGER },
  { serial: 'x' },
])('refuses %o', async (more) => {
  expect(await manager.refused(secureKeys.create, { body: { ...hour, ...more } })).toMatchObject({
    status: 400,
    code: 'invalidField',
  });
});

test.each([{ count: 1 }, { count: 255 }, { duration: 1 }, { duration: 64_800 }])('accepts %o', async (more) => {
  expect(await make(more)).toMatchObject(more);
});

test('45 local days across the change to winter time are an hour longer', () => {
  const minutes = (from: string, zone: string) => longestKeyMinutes(Date.parse(from), zone);
  expect(minutes('2026-10-01T10:00:00Z', 'Europe/Paris')).toBe(64_860);
  expect(minutes('2026-10-25T00:30:00Z', 'Europe/Paris')).toBe(64_860);
  // the clock has already been set back
  expect(minutes('2026-10-25T01:30:00Z', 'Europe/Paris')).toBe(64_800);
  expect(minutes('2026-10-01T10:00:00Z', 'UTC')).toBe(64_800);
  expect(minutes('2026-10-01T10:00:00Z', 'Asia/Tokyo')).toBe(64_800);
  // the clock changes by half an hour there
  expect(minutes('2026-03-20T10:00:00Z', 'Australia/Lord_Howe')).toBe(64_830);
  // never less than 45 times 24 hours
  expect(minutes('2026-03-15T10:00:00Z', 'Europe/Paris')).toBe(64_800);
});

test('days are counted in the person’s zone, else in the zone in which they are longest', async () => {
  clock.now = () => new Date('2026-10-01T10:00:00Z');
  const zone = (value: string, client: string | null = null) =>
    manager.call(settings.create, { body: { name: 'Timezone', category: 'UI', value, client_data: client } });
  const forgetZones = () => owner.query(`delete from setting where name = 'Timezone' and profile_id is not null`);
  const status = async (duration: number) =>
    (await manager.request(secureKeys.create, { body: { ...hour, duration } })).status;
  // the browser's zone, by which the portal counted, is not sent
  expect(await status(64_860)).toBe(201);
  await zone('Asia/Tokyo');
  expect(await status(64_860)).toBe(400);
  expect(await status(64_800)).toBe(201);
  await forgetZones();
  await zone('Europe/Paris');
  expect(await status(64_860)).toBe(201);
  await forgetZones();
  // the portal ignores both: a zone that another client stored, and an unknown one
  await zone('Asia/Tokyo', 'another client');
  expect(await status(64_860)).toBe(201);
  await forgetZones();
  await zone('Asia/Tokyo');
  await owner.query(`update setting set value = '"Mars/Olympus"' where name = 'Timezone' and profile_id is not null`);
  expect(await status(64_860)).toBe(201);
  await forgetZones();
});

test('a repeat with the same Idempotency-Key makes no second key', async () => {
  const twice = manager.with({ 'idempotency-key': 'the-same-key-0123456789' });
  const first = await twice.call(secureKeys.create, { body: hour });
  expect((await twice.call(secureKeys.create, { body: hour })).id).toBe(first.id);
  expect((await manager.call(secureKeys.list, {})).total_results).toBe(1);
});

test('making a key is one event', async () => {
  const { id, expiration_timestamp: ends } = await make();
  const { data } = await manager.call(activity.list, { query: { entity_id: id } });
  expect(data).toMatchObject([
    {
      event: 'ADD_SECURE_KEY',
      entity_domain: 'secureKey',
      description: {
        agentName: 'Mona Manager',
        entityName: 'North padlock',
        changes: [
          { attribute: 'serial_number', newValue: serials.northPadlock },
          { attribute: 'expiration_timestamp', newValue: ends },
          { attribute: 'count', newValue: '3' },
        ],
      },
    },
  ]);
});

test('keys are visible only at the locations of their devices', async () => {
  const near = await make();
  const far = (await admin.call(secureKeys.create, { body: { ...hour, serial: serials.southPadlock } })).data;
  const ids = async (as: typeof admin) => (await as.call(secureKeys.list, {})).data.map(({ id }) => id);
  expect(await ids(manager)).toEqual([near.id]);
  expect(new Set(await ids(admin))).toEqual(new Set([near.id, far.id]));
  expect(await ids(harborAdmin)).toEqual([]);
  expect((await manager.refused(secureKeys.get, { params: { id: far.id } })).status).toBe(404);
  expect((await clerk.refused(secureKeys.list, {})).status).toBe(403);
  expect((await portal.as.homeless.call(secureKeys.list, {})).total_results).toBe(0);
});

/** One key in each status: 'unused', 'soon', 'used', 'up', 'over', 'given', 'off'. */
async function oneOfEach() {
  const names = ['unused', 'soon', 'used', 'up', 'over', 'given', 'off'] as const;
  const ids = new Map<string, (typeof names)[number]>();
  const made: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const { id } = await make({ duration: 3 * 24 * 60 });
    ids.set(id, name);
    made[name] = id;
    await change(id, `created_at = created_at - interval '${60 - i} minutes'`);
  }
  const of = (name: (typeof names)[number]) => made[name] ?? '';
  await change(of('soon'), `expires_at = now() + interval '23 hours'`);
  await change(of('used'), 'uses = 2, last_used_at = now()');
  await change(of('up'), 'uses = 3');
  await change(of('over'), `expires_at = now() - interval '1 second'`);
  for (const [name, status] of [
    ['given', 'NEW'],
    ['off', 'CANCELLED'],
  ] as const) {
    await owner.query(
      `with i as (insert into secure_key_invite (tenant_id, email, locale, status, cancelled_at, created_by, created_by_name, token_hash)
         values ($1, $2, 'en', $3, case when $3 = 'CANCELLED' then now() end, gen_random_uuid(), 'Test', decode(md5($2), 'hex'))
         returning id)
       update secure_key set invite_id = (select id from i) where tenant_id = $1 and id = $4`,
      [tenants.demo, `${name}@guest.example`, status, of(name)],
    );
  }
  return (rows: readonly { id: string }[]) => rows.map(({ id }) => ids.get(id));
}

test('views, filters, search and sort orders find the right keys', async () => {
  const named = await oneOfEach();
  const asked = async (query: Record<string, string>) => named((await manager.call(secureKeys.list, { query })).data);
  const offered = (await manager.call(views.list, { query: { resource: 'secure-key' } })).data.map(
    ({ value }) => value,
  );
  const byView = {
    Overview: ['off', 'given', 'over', 'up', 'used', 'soon', 'unused'],
    Active: ['given', 'used', 'soon', 'unused'],
    'Ending soon': ['soon'],
    'Without invitation': ['used', 'soon', 'unused'],
    Ended: ['off', 'over', 'up'],
  };
  expect(offered).toEqual(Object.keys(byView));
  for (const [view, rows] of Object.entries(byView)) expect(await asked({ custom_view: view }), view).toEqual(rows);
  expect(await asked({ uses: 'gt:1', sort: 'uses:desc' })).toEqual(['up', 'used']);
  expect(await asked({ uses: '2' })).toEqual(['used']);
  expect(await asked({ count: 'lt:3' })).toEqual([]);
  expect(await asked({ search: 'GIVEN@' })).toEqual(['given']);
  expect((await asked({ search: 'north pad' })).length).toBe(7);
  expect(await asked({ invite_status: 'CANCELLED' })).toEqual(['off']);
  expect(await asked({ invite_status: 'NOT_EXISTS', status: 'expired' })).toEqual(['over']);
  expect((await asked({ created_by: 'like:mona*' })).length).toBe(7);
  expect((await asked({ locationTagValue: 'North' })).length).toBe(7);
  expect(await asked({ device_type_name: 'rac lock' })).toEqual([]);
  expect((await asked({ sort: 'expiration_timestamp:asc' })).slice(0, 2)).toEqual(['over', 'soon']);
  expect((await asked({ sort: 'invite_email:desc' })).slice(0, 2)).toEqual(['off', 'given']);
  expect((await asked({ sort: 'last_used_at:desc' }))[0]).toBe('used');
});

test('every sort order pages through all rows', async () => {
  const named = await oneOfEach();
  const { columns } = await manager.call(views.list, { query: { resource: 'secure-key' } });
  for (const { accessorKey } of columns.filter(({ sortable }) => sortable)) {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= 4; page++) {
      const query = {
        sort: `${accessorKey}:asc`,
        results_per_page: '2',
        page: String(page),
        ...(cursor ? { cursor } : {}),
      };
      const reply = await manager.call(secureKeys.list, { query });
      expect(reply.total_results).toBe(7);
      seen.push(...named(reply.data));
      cursor = reply.next;
    }
    expect(new Set(seen).size, accessorKey).toBe(7);
  }
});

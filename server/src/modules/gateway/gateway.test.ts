import { devices } from '@keyward/contract/devices';
import { gateway, type Report } from '@keyward/contract/gateway';
import { beforeAll, describe, expect, test } from 'vitest';
import { noLocation } from '#core/events.ts';
import { rows } from '#db/tenant.ts';
import { serials } from '#testing/people.ts';
import { openPortal, type Caller, type Portal } from '#testing/portal.ts';

let portal: Portal;
let north: Caller;
let south: Caller;
const harbor = () => portal.controller(harborToken, 'harbor.localhost');
let harborToken = '';
const ids = new Map<string, string>();

async function issue(as: Caller, serial: string) {
  const { data } = await as.call(devices.list, { query: { serial_number: serial } });
  const id = data[0]?.id ?? '';
  ids.set(serial, id);
  return (await as.call(devices.issueToken, { params: { id } })).data;
}

beforeAll(async () => {
  portal = await openPortal();
  north = portal.controller((await issue(portal.as.admin, serials.northOkm)).token);
  south = portal.controller((await issue(portal.as.admin, serials.southOkm)).token);
  harborToken = (await issue(portal.as.harborAdmin, serials.northOkm)).token;
});

const send = (as: Caller, ...reports: Report[]) => as.call(gateway.reports, { body: { reports } });
let number = 0;
const unlock = (more: Partial<NonNullable<Report['events']>[0]> = {}) => ({
  id: `n${++number}`,
  type: 'LOCK_UNLOCK' as const,
  time: new Date().toISOString(),
  agent: 'CLERK',
  result: 'success' as const,
  ...more,
});
const many = (n: number) => Array.from({ length: n }, () => unlock());

type Stored = { state: Record<string, unknown>; state_times: Record<string, string>; security_status: string | null };
const stored = (serial: string) =>
  portal.inTenant('demo', async (db) => {
    const found = await rows<Stored & { state_updated_at: string | null; version: number }>(
      db,
      `select state, state_times, security_status, state_updated_at, version from device
       where tenant_id = $1 and serial_number = $2`,
      [db.tenantId, serial],
    );
    if (!found[0]) throw new Error('no such device');
    return found[0];
  });
const eventsOf = (serial: string) =>
  portal.inTenant('demo', (db) =>
    rows<{ body: string; location_set_id: string }>(
      db,
      `select e.body, e.location_set_id from event e join device d on d.tenant_id = $1 and d.id = e.entity_id
       where e.tenant_id = $1 and d.serial_number = $2 order by e.event_time`,
      [db.tenantId, serial],
    ),
  );
/** Every counter must be what counting gives. */
const tallies = (tenant: 'demo' | 'harbor' = 'demo') =>
  portal.inTenant(tenant, async (db) => {
    const [counted] = await rows<{ total: string; wrong: number }>(
      db,
      `select (select count(*) from event where tenant_id = $1)::int as total,
        (select count(*)::int from (
          (select event, location_set_id, count(*) from event where tenant_id = $1 group by 1, 2
           except select event, location_set_id, n from event_total where tenant_id = $1)
          union all
          (select event, location_set_id, n from event_total where tenant_id = $1
           except select event, location_set_id, count(*) from event where tenant_id = $1 group by 1, 2)
          union all
          (select event || (event_time at time zone 'UTC')::date, location_set_id, count(*) from event
             where tenant_id = $1 group by 1, 2
           except select event || day, location_set_id, n from event_day where tenant_id = $1)) as x) as wrong`,
      [db.tenantId],
    );
    return { total: Number(counted?.total), wrong: counted?.wrong };
  });
const custody = () =>
  portal.inTenant('demo', (db) =>
    rows<{ username: string; checked_out_at: string }>(
      db,
      `select p.username, k.checked_out_at from key_custody k join profile p on p.tenant_id = $1 and p.id = k.profile_id
       where k.tenant_id = $1`,
      [db.tenantId],
    ),
  );

describe('a report', () => {
  test('is stored once, however often it is sent', async () => {
    const report = { serial: serials.northPadlock, events: [unlock(), unlock()] };
    expect(await send(north, report)).toEqual({ accepted: 2, duplicates: 0, rejected: [] });
    expect(await send(north, report)).toEqual({ accepted: 0, duplicates: 2, rejected: [] });
    const twice = unlock();
    expect(await send(north, { serial: serials.northPadlock, events: [twice, twice] })).toEqual({
      accepted: 1,
      duplicates: 1,
      rejected: [],
    });
    expect(await send(north, report, report)).toMatchObject({ accepted: 0, duplicates: 4 });
    expect((await tallies()).wrong).toBe(0);
  });

  test('is the event of its device, by the profile it names in any case, where both are', async () => {
    await send(north, {
      serial: serials.northCabinet,
      events: [unlock({ attributes: { secured: false, note: 'line one\nline two' } })],
    });
    const [event] = await eventsOf(serials.northCabinet);
    const body = JSON.parse(event?.body ?? '');
    expect(body).toMatchObject({
      event: 'LOCK_UNLOCK',
      result: 'success',
      agent_domain: 'profile',
      entity_domain: 'device',
      entity_id: expect.any(String),
      description: {
        agentName: 'Carl Clerk',
        entityName: 'North drawer 2',
        changes: [
          { attribute: 'secured', oldValue: null, newValue: 'false' },
          { attribute: 'note', oldValue: null, newValue: 'line one line two' },
        ],
      },
    });
    expect(JSON.parse(body.rawDescription)).toMatchObject({
      serial: serials.northCabinet,
      controller: serials.northOkm,
    });
    expect(event?.location_set_id).not.toBe(noLocation);
  });

  test('names somebody unknown as it was told, and keeps late and future times', async () => {
    const times = ['2001-02-03T04:05:06.789Z', '2099-01-01T00:00:00.000Z'];
    await send(south, {
      serial: serials.southPadlock,
      events: times.map((time) => unlock({ time, agent: 'Mallory \u2028 badge', result: 'unauthorized' })),
    });
    const bodies = (await eventsOf(serials.southPadlock)).map((e) => JSON.parse(e.body));
    expect(bodies.map((b) => b.event_time)).toEqual(times);
    expect(bodies[0]).toMatchObject({
      agent_id: null,
      agent_domain: 'profile',
      description: { agentName: 'Mallory   badge' },
    });
    expect(Date.now() - Date.parse(bodies[0].received_at)).toBeLessThan(10_000);
    expect((await tallies()).wrong).toBe(0);
  });

  test('carries no secret into the event', async () => {
    await send(south, {
      serial: serials.southOkm,
      events: [unlock({ attributes: { pin: '4711', userPin: 815, ok: true } })],
    });
    const [event] = await eventsOf(serials.southOkm);
    expect(event?.body).not.toMatch(/4711|815/);
    expect(event?.body).toContain('ok');
  });
});

describe('a controller', () => {
  test('speaks for itself and its devices alone', async () => {
    const reply = await send(
      north,
      { serial: serials.northOkm, state: { storeMode: 'open' } },
      { serial: serials.southPadlock, events: [unlock()] },
      { serial: '9F40FFFFFFFFFFFF', events: [unlock()] },
      { serial: serials.nowhere, state: { armed: true } },
      { serial: serials.northPadlock, events: [unlock()] },
    );
    expect(reply).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [
        { index: 1, reason: 'notYourDevice' },
        { index: 2, reason: 'unknownDevice' },
        { index: 3, reason: 'notYourDevice' },
      ],
    });
  });

  test('of another tenant has another padlock of the same serial number', async () => {
    const before = await stored(serials.northPadlock);
    expect(
      await send(harbor(), { serial: serials.northPadlock, state: { battery: 3 }, events: [unlock()] }),
    ).toMatchObject({
      accepted: 1,
    });
    expect(await stored(serials.northPadlock)).toEqual(before);
    expect(await tallies('harbor')).toMatchObject({ wrong: 0 });
    const elsewhere = portal.controller(harborToken, 'localhost');
    expect(await elsewhere.refused(gateway.reports, { body: { reports: [] } })).toMatchObject({
      status: 401,
      code: 'invalidControllerToken',
    });
  });

  test('without a valid token is nobody; a revoked one stops at once', async () => {
    const body = { reports: [] };
    for (const token of ['', 'x', 'f'.repeat(64)]) {
      expect((await portal.controller(token).ask(gateway.reports, { body })).status).toBe(401);
    }
    expect((await portal.as.admin.ask(gateway.reports, { body })).status).toBe(401);
    const issued = await issue(portal.as.admin, serials.southOkm);
    const third = portal.controller(issued.token);
    await send(third);
    const params = { id: ids.get(serials.southOkm) ?? '' };
    const { data } = await portal.as.admin.call(devices.tokens, { params });
    expect(data.find((t) => t.id === issued.id)?.last_used_at).not.toBeNull();
    await portal.as.admin.call(devices.revokeToken, { params: { ...params, tokenId: issued.id } });
    expect((await third.ask(gateway.reports, { body })).status).toBe(401);
  });

  test('is heard of by whatever it says', async () => {
    await send(south, { serial: serials.southPadlock });
    const okm = await stored(serials.southOkm);
    expect(Date.now() - Date.parse(okm.state_updated_at ?? '')).toBeLessThan(10_000);
  });
});

describe('state', () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  test('is replaced by newer values only, each with its own age', async () => {
    const serial = serials.northPadlock;
    const { version } = await stored(serial);
    await send(north, { serial, reportedAt: at(-10), state: { battery: 80, secured: false } });
    await send(north, { serial, reportedAt: at(-20), state: { battery: 90, signal: -60 } });
    expect(await stored(serial)).toMatchObject({
      state: { battery: 80, secured: false, signal: -60 },
      security_status: 'unsecured',
    });
    await send(north, { serial, reportedAt: at(-5), state: { secured: true } });
    const now = await stored(serial);
    expect(now).toMatchObject({ state: { battery: 80, secured: true }, security_status: 'secured', version });
    expect(String(now.state_times['battery']) < String(now.state_times['secured'])).toBe(true);
  });

  test('of a clock that runs ahead does not bar what comes later', async () => {
    const serial = serials.northPadlock;
    await send(north, { serial, reportedAt: at(99_999), state: { cycles: 1 } });
    await send(north, { serial, state: { cycles: 2 } });
    expect((await stored(serial)).state['cycles']).toBe(2);
  });

  test('that the type does not have refuses the report whole', async () => {
    const before = await eventsOf(serials.northPadlock);
    const refused = (state: NonNullable<Report['state']>) => ({
      serial: serials.northPadlock,
      state,
      events: [unlock()],
    });
    const { rejected, accepted } = await send(
      north,
      refused({ colour: 'red' }),
      refused({ toString: 1 }),
      refused({ battery: 101 }),
      refused({ battery: '80' }),
      refused({ secured: 'yes' }),
      refused({ battery: null }),
    );
    expect(rejected.map((r) => `${r.index} ${r.reason}`)).toEqual([
      '0 unknownStateField',
      '1 unknownStateField',
      '2 invalidStateValue',
      '3 invalidStateValue',
      '4 invalidStateValue',
    ]);
    expect(accepted).toBe(1);
    expect(await eventsOf(serials.northPadlock)).toHaveLength(before.length + 1);
    expect((await stored(serials.northPadlock)).state['battery']).toBeNull();
  });
});

describe('a key', () => {
  const move = (type: 'KEY_CHECKOUT' | 'KEY_CHECKIN', time: string, more = {}) => ({
    serial: serials.northKey,
    events: [unlock({ type, time, ...more })],
  });
  const minute = (n: number) => new Date(Date.parse('2026-01-01T10:00:00Z') + n * 60_000).toISOString();

  test('is in the hands of who took it last, until it is back', async () => {
    await send(north, move('KEY_CHECKOUT', minute(0), { agent: 'clerk' }));
    expect(await custody()).toEqual([{ username: 'clerk', checked_out_at: minute(0) }]);
    await send(north, move('KEY_CHECKOUT', minute(2), { agent: 'Manager' }));
    expect(await custody()).toEqual([{ username: 'manager', checked_out_at: minute(2) }]);
    await send(north, move('KEY_CHECKIN', minute(1)), move('KEY_CHECKOUT', minute(3), { result: 'unauthorized' }));
    expect(await custody()).toHaveLength(1);
    expect((await stored(serials.northKey)).state['checkedOut']).toBe(true);
    await send(north, move('KEY_CHECKIN', minute(5)));
    expect(await custody()).toEqual([]);
    await send(north, move('KEY_CHECKOUT', minute(4)));
    expect(await custody()).toEqual([]);
    expect((await stored(serials.northKey)).state['checkedOut']).toBe(false);
  });

  test('goes by the order of time within one report, and leaves its holder for a stranger', async () => {
    const events = [
      unlock({ type: 'KEY_CHECKIN', time: '2026-02-01T10:00:01Z' }),
      unlock({ type: 'KEY_CHECKOUT', time: '2026-02-01T10:00:01.5Z' }),
      unlock({ type: 'KEY_CHECKOUT', time: '2026-02-01T10:00:00Z', agent: 'manager' }),
    ];
    await send(north, { serial: serials.northKey, events });
    expect(await custody()).toMatchObject([{ username: 'clerk' }]);
    await send(north, move('KEY_CHECKOUT', '2026-02-01T11:00:00Z', { agent: 'badge 7' }));
    expect(await custody()).toEqual([]);
  });

  test('is not a lock: a lock has no holder', async () => {
    await send(north, { serial: serials.northPadlock, events: [unlock({ type: 'KEY_CHECKOUT' })] });
    expect(await custody()).toEqual([]);
  });
});

describe('many at once', () => {
  test('a thousand events in one request, not one more', async () => {
    const before = await tallies();
    const events = many(1000);
    const { status } = await north.refused(gateway.reports, {
      body: {
        reports: [
          { serial: serials.northPadlock, events },
          { serial: serials.northCabinet, events: many(1) },
        ],
      },
    });
    expect(status).toBe(400);
    expect(await tallies()).toEqual(before);
    expect(await send(north, { serial: serials.northPadlock, events })).toMatchObject({ accepted: 1000 });
    expect(await tallies()).toEqual({ total: before.total + 1000, wrong: 0 });
  });

  test('four controllers at the same places and types do not wait for each other for ever', async () => {
    const before = await tallies();
    const types = ['LOCK_UNLOCK', 'USER_CHANGE', 'ASSET_CHANGE', 'ARM_DISARM_ALARM'] as const;
    const sender = async (as: Caller, order: readonly string[], turn: number) => {
      for (let i = 0; i < 12; i++) {
        const events = types.map((_, n) => {
          const agent = ['clerk', 'manager', 'admin', `badge ${i}`][(n + turn) % 4] ?? '';
          return unlock({ type: types[(n + turn) % 4] ?? 'LOCK_UNLOCK', agent });
        });
        await send(
          as,
          ...order.map((serial) => ({
            serial,
            state: { battery: i },
            events: events.map((e) => ({ ...e, id: `${serial}${e.id}` })),
          })),
        );
      }
    };
    const pair = [serials.northPadlock, serials.northCabinet];
    await Promise.all([
      sender(north, pair, 0),
      sender(north, pair.toReversed(), 1),
      sender(south, [serials.southPadlock], 2),
      sender(south, [serials.southPadlock], 3),
    ]);
    expect(await tallies()).toEqual({ total: before.total + 12 * (8 + 8 + 4 + 4), wrong: 0 });
  });

  test('the same report at the same time is stored once', async () => {
    const report = { serial: serials.northPadlock, events: many(5) };
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(north, report)));
    expect(replies.reduce((sum, r) => sum + r.accepted, 0)).toBe(5);
    expect(replies.reduce((sum, r) => sum + r.duplicates, 0)).toBe(15);
  });

  test('a connection that is lost in the middle leaves nothing half-written', async () => {
    const before = await tallies();
    const report: Report = { serial: serials.northPadlock, state: { battery: 55 }, events: many(1000) };
    // another transaction holds a counter, so that the report stops at its last statements
    const blocker = await portal.database.system.connect();
    try {
      await blocker.query('begin; lock table event_day in exclusive mode');
      const sending = north.ask(gateway.reports, { body: { reports: [report] } });
      const waiting = () =>
        blocker.query<{ pid: number }>(
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
      await expect.poll(async () => (await waiting()).rowCount, { timeout: 5000, interval: 20 }).toBe(1);
      const { rows: found } = await waiting();
      await blocker.query('select pg_terminate_backend($1)', [found[0]?.pid]);
      expect((await sending).status).toBe(503);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect(await tallies()).toEqual(before);
    expect((await stored(serials.northPadlock)).state['battery']).not.toBe(55);
    expect(await send(north, report)).toMatchObject({ accepted: 1000, duplicates: 0 });
    expect(await tallies()).toEqual({ total: before.total + 1000, wrong: 0 });
  });
});

describe('malformed', () => {
  const good = { serial: serials.northPadlock, events: [unlock()] };
  const cases: [string, unknown][] = [
    ['no reports', {}],
    ['a list', [good]],
    ['reports that are no list', { reports: good }],
    ['a short serial number', { reports: [{ ...good, serial: '3A10' }] }],
    ['a portal event', { reports: [{ ...good, events: [{ ...unlock(), type: 'DELETE_USER' }] }] }],
    ['a local time', { reports: [{ ...good, events: [{ ...unlock(), time: '2026-01-01T10:00:00' }] }] }],
    ['the year 0', { reports: [{ ...good, events: [{ ...unlock(), time: '0000-01-01T10:00:00Z' }] }] }],
    ['the 30th of February', { reports: [{ ...good, reportedAt: '2026-02-30T10:00:00Z' }] }],
    ['an empty event id', { reports: [{ ...good, events: [{ ...unlock(), id: '' }] }] }],
    ['a NUL', { reports: [{ ...good, events: [{ ...unlock(), id: 'a\u0000' }] }] }],
    ['a lone surrogate', { reports: [{ ...good, events: [{ ...unlock(), agent: '\ud800' }] }] }],
    ['an escape sequence', { reports: [{ ...good, events: [{ ...unlock(), agent: '\u001b[31m' }] }] }],
    ['a nested value', { reports: [{ ...good, state: { battery: { a: 1 } } }] }],
    ['a number too great', '{"reports":[{"serial":"3A10000000000001","state":{"battery":1e999}}]}'],
    ['a strange name', { reports: [{ ...good, state: { 'a b': 1 } }] }],
    [
      '41 values',
      { reports: [{ ...good, state: Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`v${i}`, i])) }] },
    ],
    ['the same key twice', '{"reports":[],"reports":[]}'],
    ['half a body', '{"reports":['],
  ];
  test.each(cases)('%s is refused, and nothing is stored', async (_, body) => {
    const before = await tallies();
    const answer = await north.raw('POST', gateway.reports.path, body);
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([400, expect.any(String)]);
    expect(await tallies()).toEqual(before);
  });
});

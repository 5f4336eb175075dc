import { devices } from '@keyward/contract/devices';
import { gateway, type Report } from '@keyward/contract/gateway';
import { describe, expect, test } from 'vitest';
import { serials } from '#testing/people.ts';
import { noLocation } from '#core/events/events.ts';
import { issueToken, openGateway, sendReports, unlock } from './gateway.testing.ts';

const world = await openGateway();

describe('a report', () => {
  test('is stored once, however often it is sent', async () => {
    const report = { serial: serials.northPadlock, events: [unlock(), unlock()] };
    expect(await sendReports(world.north, report)).toEqual({ accepted: 2, duplicates: 0, rejected: [] });
    expect(await sendReports(world.north, report)).toEqual({ accepted: 0, duplicates: 2, rejected: [] });
    const twice = unlock();
    expect(await sendReports(world.north, { serial: serials.northPadlock, events: [twice, twice] })).toEqual({
      accepted: 1,
      duplicates: 1,
      rejected: [],
    });
    expect(await sendReports(world.north, report, report)).toMatchObject({ accepted: 0, duplicates: 4 });
    expect((await world.tallies()).wrong).toBe(0);
  });

  test('becomes an event of its device, by the named profile in any letter case, at the locations of both', async () => {
    await sendReports(world.north, {
      serial: serials.northCabinet,
      events: [unlock({ attributes: { secured: false, note: 'line one\nline two' } })],
    });
    const [event] = await world.eventsOf(serials.northCabinet);
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
    const { data: okms } = await world.portal.as.admin.call(devices.list, {
      query: { serial_number: serials.northOkm },
    });
    expect(okms).toHaveLength(1);
    expect(JSON.parse(body.rawDescription)).toMatchObject({
      serial: serials.northCabinet,
      controller: serials.northOkm,
      controllerId: okms[0]?.id,
    });
    expect(event?.location_set_id).not.toBe(noLocation);
  });

  test('keeps unknown names as reported, and late and future times', async () => {
    const times = ['2001-02-03T04:05:06.789Z', '2099-01-01T00:00:00.000Z'];
    await sendReports(world.south, {
      serial: serials.southPadlock,
      events: times.map((time) => unlock({ time, agent: 'Mallory \u2028 badge', result: 'unauthorized' })),
    });
    const bodies = (await world.eventsOf(serials.southPadlock)).map((e) => JSON.parse(e.body));
    expect(bodies.map((b) => b.event_time)).toEqual(times);
    expect(bodies[0]).toMatchObject({
      agent_id: null,
      agent_domain: 'profile',
      description: { agentName: 'Mallory   badge' },
    });
    expect(Date.now() - Date.parse(bodies[0].received_at)).toBeLessThan(10_000);
    expect((await world.tallies()).wrong).toBe(0);
  });

  test('stores no secret in the event', async () => {
    await sendReports(world.south, {
      serial: serials.southOkm,
      events: [unlock({ attributes: { pin: '4711-4711', userPin: 815_081_508_150, ok: true } })],
    });
    const [event] = await world.eventsOf(serials.southOkm);
    expect(event?.body).not.toMatch(/4711-4711|815081508150/);
    expect(event?.body).toContain('ok');
  });
});

describe('a controller', () => {
  test('reports only for itself and its devices, and learns of no other', async () => {
    const reply = await sendReports(
      world.north,
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
        { index: 1, reason: 'unknownDevice' },
        { index: 2, reason: 'unknownDevice' },
        { index: 3, reason: 'unknownDevice' },
      ],
    });
  });

  test('of another tenant reports its own padlock of the same serial number', async () => {
    const before = await world.stored(serials.northPadlock);
    expect(
      await sendReports(world.harbor, { serial: serials.northPadlock, state: { battery: 3 }, events: [unlock()] }),
    ).toMatchObject({
      accepted: 1,
    });
    expect(await world.stored(serials.northPadlock)).toEqual(before);
    expect(await world.tallies('harbor')).toMatchObject({ wrong: 0 });
    const elsewhere = world.portal.controller(world.harborToken, 'localhost');
    expect(await elsewhere.refused(gateway.reports, { body: { reports: [] } })).toMatchObject({
      status: 401,
      code: 'invalidControllerToken',
    });
  });

  test('without a valid token is refused; a revoked token stops at once', async () => {
    const body = { reports: [] };
    for (const token of ['', 'x', 'f'.repeat(64)]) {
      expect((await world.portal.controller(token).request(gateway.reports, { body })).status).toBe(401);
    }
    expect((await world.portal.as.admin.request(gateway.reports, { body })).status).toBe(401);
    const issued = await issueToken(world.portal.as.admin, serials.southOkm);
    const third = world.portal.controller(issued.token);
    await sendReports(third);
    const params = { id: issued.deviceId };
    const { data } = await world.portal.as.admin.call(devices.tokens, { params });
    expect(data.find((t) => t.id === issued.id)?.last_used_at).not.toBeNull();
    await world.portal.as.admin.call(devices.revokeToken, { params: { ...params, tokenId: issued.id } });
    expect((await third.request(gateway.reports, { body })).status).toBe(401);
  });

  test.each([
    ['any report', [{ serial: serials.southPadlock }]],
    ['an empty list of reports', []],
  ])('is marked as seen on %s', async (_, reports) => {
    await world.portal.database.system.query(
      `update device set state_updated_at = now() - interval '1 hour' where serial_number = $1`,
      [serials.southOkm],
    );
    await sendReports(world.south, ...reports);
    const okm = await world.stored(serials.southOkm);
    expect(Date.now() - Date.parse(okm.state_updated_at ?? '')).toBeLessThan(10_000);
  });
});

describe('state', () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  test('is replaced only by newer values, each with its own time', async () => {
    const serial = serials.northPadlock;
    const { version } = await world.stored(serial);
    await sendReports(world.north, { serial, reportedAt: at(-10), state: { battery: 80, secured: false } });
    await sendReports(world.north, { serial, reportedAt: at(-20), state: { battery: 90, signal: -60 } });
    expect(await world.stored(serial)).toMatchObject({
      state: { battery: 80, secured: false, signal: -60 },
      security_status: 'unsecured',
    });
    await sendReports(world.north, { serial, reportedAt: at(-5), state: { secured: true } });
    const now = await world.stored(serial);
    expect(now).toMatchObject({ state: { battery: 80, secured: true }, security_status: 'secured', version });
    expect(String(now.state_times['battery']) < String(now.state_times['secured'])).toBe(true);
  });

  test('with a future time does not block later values', async () => {
    const serial = serials.northPadlock;
    await sendReports(world.north, { serial, reportedAt: at(99_999), state: { cycles: 1 } });
    await sendReports(world.north, { serial, state: { cycles: 2 } });
    expect((await world.stored(serial)).state['cycles']).toBe(2);
  });

  test('outside the type’s schema has the whole report refused', async () => {
    const before = await world.eventsOf(serials.northPadlock);
    const refused = (state: NonNullable<Report['state']>) => ({
      serial: serials.northPadlock,
      state,
      events: [unlock()],
    });
    const { rejected, accepted } = await sendReports(
      world.north,
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
    expect(await world.eventsOf(serials.northPadlock)).toHaveLength(before.length + 1);
    expect((await world.stored(serials.northPadlock)).state['battery']).toBeNull();
  });
});

describe('a key', () => {
  const move = (type: 'KEY_CHECKOUT' | 'KEY_CHECKIN', time: string, more = {}) => ({
    serial: serials.northKey,
    events: [unlock({ type, time, ...more })],
  });
  const minute = (n: number) => new Date(Date.parse('2026-01-01T10:00:00Z') + n * 60_000).toISOString();

  test('is in the custody of the profile that took it last, until it is returned', async () => {
    await sendReports(world.north, move('KEY_CHECKOUT', minute(0), { agent: 'clerk' }));
    expect(await world.custody()).toEqual([{ username: 'clerk', checked_out_at: minute(0) }]);
    await sendReports(world.north, move('KEY_CHECKOUT', minute(2), { agent: 'Manager' }));
    expect(await world.custody()).toEqual([{ username: 'manager', checked_out_at: minute(2) }]);
    await sendReports(
      world.north,
      move('KEY_CHECKIN', minute(1)),
      move('KEY_CHECKOUT', minute(3), { result: 'unauthorized' }),
    );
    expect(await world.custody()).toHaveLength(1);
    expect((await world.stored(serials.northKey)).state['checkedOut']).toBe(true);
    await sendReports(world.north, move('KEY_CHECKIN', minute(5)));
    expect(await world.custody()).toEqual([]);
    await sendReports(world.north, move('KEY_CHECKOUT', minute(4)));
    expect(await world.custody()).toEqual([]);
    expect((await world.stored(serials.northKey)).state['checkedOut']).toBe(false);
  });

  test('follows the order of time within a report, and is out without a known holder when an unknown agent takes it', async () => {
    const events = [
      unlock({ type: 'KEY_CHECKIN', time: '2026-02-01T10:00:01Z' }),
      unlock({ type: 'KEY_CHECKOUT', time: '2026-02-01T10:00:01.5Z' }),
      unlock({ type: 'KEY_CHECKOUT', time: '2026-02-01T10:00:00Z', agent: 'manager' }),
    ];
    await sendReports(world.north, { serial: serials.northKey, events });
    expect(await world.custody()).toMatchObject([{ username: 'clerk' }]);
    await sendReports(world.north, move('KEY_CHECKOUT', '2026-02-01T11:00:00Z', { agent: 'badge 7' }));
    expect(await world.custody()).toEqual([{ username: null, checked_out_at: '2026-02-01T11:00:00.000Z' }]);
    await sendReports(world.north, move('KEY_CHECKIN', '2026-02-01T12:00:00Z', { agent: 'badge 7' }));
    expect(await world.custody()).toEqual([]);
  });

  test('has a holder, and a lock that reports a check-out has none', async () => {
    await sendReports(world.north, { serial: serials.northPadlock, events: [unlock({ type: 'KEY_CHECKOUT' })] });
    expect(await world.custody()).toEqual([]);
  });
});

import { event as eventSchema, type EventType } from '@keyward/contract/activity';
import { describe, expect, test } from 'vitest';
import { type Db, rows } from '#db/tenant.ts';
import { openPortal } from '#testing/portal.ts';
import type { EventSubject } from './event-text.ts';
import { contentId, type NewEvent, noLocation, writeEvents } from './events.ts';
import { aggregateParties } from './party-job.ts';
import { record } from './record.ts';
import { everySet } from './slots.ts';

const portal = await openPortal();

const write = (events: NewEvent[]) => portal.inTenant('harbor', (db) => writeEvents(db, events));
type Stored = { body: string; location_set_id: string; agent_party: string | null; result: string | null };
const stored = (id: string) =>
  portal.inTenant('harbor', async (db) => {
    const found = await rows<Stored>(
      db,
      'select body, location_set_id, agent_party, result from event where tenant_id = $1 and id = $2',
      [db.tenantId, id],
    );
    if (!found[0]) throw new Error('no such event');
    return found[0];
  });
const one = async (what: Partial<NewEvent>) => {
  const id = contentId('test', crypto.randomUUID());
  await write([{ id, event: 'LOCK_UNLOCK', locations: [], ...what }]);
  const row = await stored(id);
  return { ...row, event: eventSchema.parse(JSON.parse(row.body)) };
};
const place = (n: number) => contentId('place', String(n));
const subject = (name: string, email: string | null = null): EventSubject => ({
  domain: 'profile',
  id: null,
  name,
  email,
});

const appearances = `(select * from event_party_total where tenant_id = $1 union all
  select tenant_id, party_id, location_set_id, as_agent, as_entity, as_both from event_party_new where tenant_id = $1) x`;
const slots = `(select location_set_id, slot, event, n from event_slot where tenant_id = $1 and minutes = 15 and location_set_id <> '${everySet}'
  union all select location_set_id, slot, event, n from event_slot_new where tenant_id = $1) x`;
/** A name with its counters, as one text. */
const named = (id: string, search: string) =>
  `'name ' || ${id} || ' ' || ${search} || ' ' || sum(as_agent) || ' ' || sum(as_entity) || ' ' || sum(as_both)`;
const namesOfTotals = `select ${named('t.party_id', 'p.search')}, '', '', 0 from event_party_total t
  join event_party p on p.tenant_id = t.tenant_id and p.id = t.party_id where t.tenant_id = $1 group by t.party_id, p.search`;
const namesOfCounts = `select ${named('party_id', 'search')}, '', '', 0 from event_party_count where tenant_id = $1 group by party_id, search`;
/** Counters that differ from the counted rows. */
const wrongCounters = (db: Db) =>
  rows(
    db,
    `(select event, location_set_id::text, '' as day, count(*) as n from event where tenant_id = $1 group by 1, 2
        except select event, location_set_id::text, '', n from event_total where tenant_id = $1)
     union all (select 'all', '', '', count(*) from event where tenant_id = $1
        except select 'all', '', '', sum(n) from event_count where tenant_id = $1)
     union all (select event, location_set_id::text, (event_time at time zone 'UTC')::date::text, count(*) from event
        where tenant_id = $1 group by 1, 2, 3
        except select event, location_set_id::text, day::text, n from event_day where tenant_id = $1)
     union all (select event, location_set_id::text, date_bin('15 minutes', event_time, 'epoch')::text, count(*) from event
        where tenant_id = $1 group by 1, 2, 3
        except select event, location_set_id::text, slot::text, sum(n) from ${slots} group by 1, 2, 3)
     union all (select 'sum' || minutes, location_set_id::text, slot::text, sum(n) from event_slot where tenant_id = $1
        group by 1, 2, 3 except select 'sum' || minutes, location_set_id::text, slot::text, n from event_slot_sum where tenant_id = $1)
     union all (select 'agent' || agent_party, location_set_id::text, '', count(*) from event
        where tenant_id = $1 and agent_party is not null group by 1, 2 except select 'agent' || party_id, location_set_id::text, '', sum(as_agent)
        from ${appearances} group by 1, 2)
     union all (select 'entity' || entity_party, location_set_id::text, '', count(*) from event
        where tenant_id = $1 and entity_party is not null group by 1, 2 except select 'entity' || party_id, location_set_id::text, '', sum(as_entity)
        from ${appearances} group by 1, 2)
     union all (select 'both' || entity_party, location_set_id::text, '', count(*) from event
        where tenant_id = $1 and entity_party = agent_party group by 1, 2 except select 'both' || party_id, location_set_id::text, '', sum(as_both)
        from ${appearances} group by 1, 2)
     union all (${namesOfTotals} except ${namesOfCounts}) union all (${namesOfCounts} except ${namesOfTotals})`,
    [db.tenantId],
  );

describe('an event', () => {
  test('matches the contract, with the database’s time by default', async () => {
    const { event, result } = await one({
      agent: subject('Ada', 'ada@example.com'),
      entity: { domain: 'device', id: place(1), name: 'Padlock' },
      changes: [{ attribute: 'secured', oldValue: null, newValue: 'true' }],
      result: 'unauthorized',
    });
    expect(event).toMatchObject({
      result: 'unauthorized',
      agent_domain: 'profile',
      agent_id: null,
      entity_id: place(1),
      description: { agentName: 'Ada', agentEmail: 'ada@example.com', entityName: 'Padlock', entityEmail: null },
    });
    expect(result).toBe('unauthorized');
    expect(Math.abs(Date.now() - Date.parse(event.event_time))).toBeLessThan(5000);
    expect(event.received_at).toBe(event.event_time);
    expect(JSON.parse(event.rawDescription)).toMatchObject({ event: 'LOCK_UNLOCK', agent: { name: 'Ada' } });
  });

  test('cannot forge lines, colours or another name, nor hold text that PostgreSQL refuses', async () => {
    const { event, body } = await one({
      agent: subject('Ada\r\nADMIN\u0000 \u001b[31mred \u202eexe \ud800', 'a\nb@example.com'),
      changes: [{ attribute: 'na\u0000me', oldValue: 'x\u009b', newValue: '\u2028' }],
      raw: { note: 'a\u0000b\ud800\u007f\n' },
    });
    expect(event.description.agentName).toBe('Ada ADMIN\ufffd \ufffd[31mred \ufffdexe \ufffd');
    expect(event.description.agentEmail).toBe('a b@example.com');
    expect(event.description.changes).toEqual([{ attribute: 'na\ufffdme', oldValue: 'x\ufffd', newValue: ' ' }]);
    expect(JSON.stringify(event)).not.toMatch(/\\u0000"/);
    // the rows of a page are joined by line ends
    expect(body).not.toContain('\n');
  });

  test('hides every value whose name marks it as secret', async () => {
    const names = [
      'password',
      'newPassword',
      'temporary password',
      'pin',
      'user.pin',
      'userPin',
      'clientSecret',
      'access_token',
      'pinCode',
      'PINCode',
      'pin_code',
      'userpin',
      'recoveryCodes',
      'unlock code',
      'passphrase',
      'api-secrets',
      'tokens',
    ];
    const { body } = await one({
      changes: names.map((attribute) => ({ attribute, oldValue: 'canary1', newValue: 'canary2' })),
      raw: { nested: [Object.fromEntries(names.map((name) => [name, 'canary3']))], pin: 4711 },
    });
    expect(body).not.toMatch(/canary|4711/);
    const open = ['shipping', 'opinion', 'controller_token', 'isPasswordTemporary', 'spin', 'errorCode', 'compass'];
    const shown = await one({
      changes: open.map((attribute) => ({ attribute, oldValue: null, newValue: 'true' })),
      raw: { controller_token: 'ab12cd34', spin: 'shown', code: 'ssoIdentity001', zipCode: '0150' },
    });
    expect(shown.body).not.toContain('•');
  });

  test('without a location is unassigned; the same locations in any order are one set', async () => {
    expect((await one({})).location_set_id).toBe(noLocation);
    const sets = [
      [place(1), place(2)],
      [place(2), place(1), place(2)],
    ];
    const [a, b] = await Promise.all(sets.map((locations) => one({ locations })));
    expect(a?.location_set_id).toBe(b?.location_set_id);
    expect(a?.location_set_id).not.toBe((await one({ locations: [place(1)] })).location_set_id);
  });

  test('has one party per name, and another after a rename', async () => {
    const [a, b, c, d] = [
      await one({ agent: subject('Grace') }),
      await one({ agent: subject('Grace') }),
      await one({ agent: subject('Grace H') }),
      await one({ agent: subject('Grace', 'g@example.com') }),
    ];
    expect(a.agent_party).toBe(b.agent_party);
    expect(new Set([a, c, d].map((e) => e.agent_party)).size).toBe(3);
  });

  test('recorded by record() has the locations of its agent and its entity', async () => {
    await portal.inTenant('harbor', (db) =>
      record(
        db,
        { id: place(9), name: 'Rec', email: null, locations: [place(1)] },
        { event: 'LOGIN', locations: [place(2)] },
      ),
    );
    const [set] = await portal.inTenant('harbor', (db) =>
      rows<{ locations: string[] }>(
        db,
        `select s.locations from event e join location_set s on s.tenant_id = $1 and s.id = e.location_set_id
         where e.tenant_id = $1 and e.agent_id = $2`,
        [db.tenantId, place(9)],
      ),
    );
    expect(set?.locations).toEqual([place(1), place(2)].toSorted());
  });
});

describe('a batch', () => {
  test('is stored completely at any size, with matching counters', async () => {
    const sizes = [1, 2, 9, 99, 257, 1000];
    for (const n of sizes) {
      await write(
        Array.from({ length: n }, (_, i) => ({
          event: i % 3 ? 'LOCK_UNLOCK' : 'USER_CHANGE',
          time: new Date(Date.now() - i * 3_600_000),
          agent: subject(`batch ${i % 7}`),
          locations: [place(i % 3)],
        })),
      );
    }
    await portal.inTenant('harbor', async (db) => {
      expect(await wrongCounters(db)).toEqual([]);
      const [counted] = await rows<{ n: number }>(
        db,
        `select count(*) as n from event e join event_party p on p.tenant_id = $1 and p.id = e.agent_party
         where e.tenant_id = $1 and p.name like 'batch %'`,
        [db.tenantId],
      );
      expect(counted?.n).toBe(sizes.reduce((sum, n) => sum + n, 0));
    });
  });

  test('has its names counted only once by concurrent jobs', async () => {
    const counted = (db: Db) =>
      rows<{ name: string; n: number }>(
        db,
        `select p.name, c.as_agent as n from event_party_count c join event_party p on p.tenant_id = $1 and p.id = c.party_id
         where c.tenant_id = $1 and p.name like 'counted %' order by 1`,
        [db.tenantId],
      );
    for (const n of [1, 2]) {
      await write(
        Array.from({ length: 90 }, (_, i) => ({
          event: 'LOCK_UNLOCK' as const,
          agent: subject(`counted ${i % 3}`),
          locations: [place(n * (i % 5))],
        })),
      );
      await Promise.all([1, 2, 3].map(() => portal.inTenant('harbor', aggregateParties)));
      const names = await portal.inTenant('harbor', counted);
      expect(names).toEqual([0, 1, 2].map((i) => ({ name: `counted ${i}`, n: 30 * n })));
    }
    await portal.inTenant('harbor', async (db) => expect(await wrongCounters(db)).toEqual([]));
  });

  test('without events runs no statement', async () => {
    await expect(writeEvents({} as Db, [])).resolves.toBeUndefined();
  });

  test('of concurrent writers in different orders causes no deadlock', async () => {
    const types: EventType[] = ['LOCK_UNLOCK', 'USER_CHANGE', 'ASSET_CHANGE', 'KEY_CHECKIN', 'KEY_CHECKOUT'];
    const turned = <T>(list: T[], by: number) => [...list.slice(by), ...list.slice(0, by)];
    const writer = async (by: number) => {
      for (let round = 0; round < 15; round++) {
        const events = types.flatMap((event, t) =>
          [0, 1, 2].map((p): NewEvent => ({
            event,
            agent: subject(`racer ${round} ${t} ${p}`),
            locations: [place(100 * round + p)],
          })),
        );
        await write(by % 2 ? turned(events, by * 3).toReversed() : turned(events, by * 3));
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(writer));
    await portal.inTenant('harbor', async (db) => expect(await wrongCounters(db)).toEqual([]));
  });
});

test('content ids delimit their parts', () => {
  expect(contentId('a', 'bc')).not.toBe(contentId('ab', 'c'));
  expect(contentId('a', null)).not.toBe(contentId('a', ''));
  expect(contentId('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

// A tenant of the given size in an empty database, written as the server writes it: names, locations, counters, JSON.
import { permissionIds } from '@keyward/contract/permissions';
import { createSession } from '@keyward/server/core/auth/session.ts';
import type { Database } from '@keyward/server/db/connect.ts';
import { inTenant } from '@keyward/server/db/tenant.ts';
import type pg from 'pg';

export const tenantId = '00000000-0000-7000-8000-00000000beac';
export type Size = { events: number; devices: number; stores?: number; profiles?: number };
export type World = { database: Database; cookies: { everything: string; oneStore: string } };

/** Default number of stores of a world. */
const usualStores = 200;
/** Number of profiles that act in events, and default number of all profiles of a world. */
const people = 4000;
/** The same content gets the same id. */
const id = (kind: string, number: string) => `md5('${kind}' || (${number}))::uuid`;

const structure = (stores: number, profiles: number) => `
  insert into tenant (id, slug, name, config) values ('${tenantId}', 'bench', 'Bench', '{"csvDownloadRecordsLimit": -1}');
  insert into tenant_host (tenant_id, host) values ('${tenantId}', '127.0.0.1');
  insert into tag_definition (tenant_id, id, label, category, type, is_location, position) values
    ('${tenantId}', ${id('tag', '1')}, 'Location', 'acgs', 1, true, 0),
    ('${tenantId}', ${id('tag', '2')}, 'Department', 'acgs', 1, false, 1);
  insert into tag_object (tenant_id, tag_definition_id, object_type, position)
    select '${tenantId}', d.id, o, 0 from tag_definition d, unnest(array['users', 'devices']) o where d.tenant_id = '${tenantId}';
  insert into tag_value (tenant_id, id, tag_definition_id, name, position)
    select '${tenantId}', ${id('store', 'i')}, ${id('tag', '1')}, 'Store ' || i, i from generate_series(1, ${stores}) i;
  insert into tag_value (tenant_id, id, tag_definition_id, name, position)
    select '${tenantId}', ${id('department', 'i')}, ${id('tag', '2')}, 'Department ' || i, i from generate_series(1, 12) i;
  insert into role (tenant_id, id, name) values
    ('${tenantId}', ${id('role', '1')}, 'Everything'), ('${tenantId}', ${id('role', '2')}, 'Clerk'),
    ('${tenantId}', ${id('role', '3')}, 'Member');
  insert into role_permission (tenant_id, role_id, permission, value) values
    ('${tenantId}', ${id('role', '2')}, 'DEVICES', 'READ'),
    ('${tenantId}', ${id('role', '2')}, 'USERS', 'READ'), ('${tenantId}', ${id('role', '2')}, 'EVENT-STORE', 'READ');
  insert into profile (tenant_id, id, name, username, email)
    select '${tenantId}', ${id('profile', 'i')},
      (array['Ada','Bo','Chen','Dana','Emil','Fay','Goro','Hana','Ines','Jun','Kai','Lea','Mio','Noa','Oda','Pia','Quin','Rui','Sol','Tess'])[1 + i % 20]
        || ' ' || (array['Adams','Berg','Cho','Diaz','Endo','Faure','Gray','Hahn','Ito','Jones','Kim','Lopez','Mori','Nagel','Okada','Park'])[1 + (i / 20) % 16] || ' ' || i,
      'user' || i, 'user' || i || '@bench.example'
    from generate_series(1, ${profiles}) i;
  insert into profile_role (tenant_id, profile_id, role_id)
    select '${tenantId}', ${id('profile', 'i')}, ${id('role', 'least(i, 3)')} from generate_series(1, ${profiles}) i;
  insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
    select '${tenantId}', ${id('profile', 'i')}, ${id('tag', '1')}, ${id('store', `1 + i % ${stores}`)} from generate_series(2, ${profiles}) i;
  insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
    select '${tenantId}', ${id('profile', 'i')}, ${id('tag', '2')}, ${id('department', '1 + i % 12')} from generate_series(3, ${profiles}, 3) i;
  insert into device_type (tenant_id, id, name, device_class)
    select '${tenantId}', ${id('type', 'i')}, (array['ir padlock 2.0','padlock (indoor only)','rac lock','cabinet lock','smart pod','onekey','okm 40'])[i],
      (array['LOCK','LOCK','LOCK','LOCK','POD','KEY','OKM'])[i] from generate_series(1, 7) i;
  insert into location_set (tenant_id, id, locations)
    select '${tenantId}', ${id('set', 'i')}, array[${id('store', 'i')}] from generate_series(1, ${stores}) i;
  insert into event_party (tenant_id, id, domain, ref_id, name, email)
    select tenant_id, id, 'profile', id, name, email from profile where tenant_id = '${tenantId}';`;

const deviceRows = (n: number, stores: number) => `
  insert into device (tenant_id, id, device_type_id, name, serial_number, location_definition_id, location_value_id, state_updated_at, security_status, created_at)
    select '${tenantId}', ${id('device', 'i')}, ${id('type', 'case when i % 100 = 0 then 7 when i % 10 < 3 then 6 when i % 10 = 3 then 5 else 1 + i % 4 end')},
      (array['Fixture','Cabinet','Drawer','Display','Rack','Register','Gate','Shelf'])[1 + i % 8] || ' '
        || (array['toys','shoes','phones','games','perfume','tools','watches'])[1 + (i / 8) % 7] || ' ' || i,
      upper(lpad(to_hex(i), 16, '0')), ${id('tag', '1')}, ${id('store', `1 + i % ${stores}`)},
      now() - make_interval(secs => (i * 7919) % 86400), case when i % 50 = 0 then 'unsecured' else 'secured' end,
      now() - make_interval(mins => i)
    from generate_series(1, ${n}) i;
  insert into device_tag (tenant_id, device_id, tag_definition_id, value_id)
    select '${tenantId}', ${id('device', 'i')}, ${id('tag', '2')}, ${id('department', '1 + i % 12')} from generate_series(1, ${n}, 3) i;
  insert into list_tally (tenant_id, resource, location_id, n)
    select tenant_id, 'device', location_value_id, count(*) from device where tenant_id = '${tenantId}' group by 1, 3;
  insert into event_party (tenant_id, id, domain, ref_id, name)
    select tenant_id, id, 'device', id, name from device where tenant_id = '${tenantId}';`;

/** A year of events, oldest first: a profile of a location does something with a device of that location. */
const eventRows = (from: number, to: number, { stores, ...size }: Required<Size>) => `
  insert into event (tenant_id, event_time, id, event, result, agent_domain, agent_id, agent_party, entity_domain, entity_id, entity_party, location_set_id, received_at, reason, body)
  select '${tenantId}', x.at, x.id, x.kind, x.result, 'profile', p.id, p.id, 'device', d.id, d.id, ${id('set', 'x.store')}, x.at,
    case when x.result = 'unauthorized' then (array['permission','location','groups','lost','key'])[1 + x.i % 5] end,
    '{"id":"' || x.id || '","event":"' || x.kind || '","event_time":"' || x.iso || '","received_at":"' || x.iso || '","result":"' || x.result
    || '","agent_domain":"profile","agent_id":"' || p.id || '","entity_domain":"device","entity_id":"' || d.id
    || '","description":{"agentName":"' || p.name || '","agentEmail":"' || p.email || '","entityName":"' || d.name
    || '","entityEmail":null,"changes":[{"attribute":"locked","oldValue":"true","newValue":"false"}]},"rawDescription":"{\\"serial\\":\\"'
    || d.serial_number || '\\",\\"type\\":\\"' || x.kind || '\\"}"}'
  from (
    select i, s as store, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as iso,
      (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid as id,
      case when r % 20 < 9 then 'LOCK_UNLOCK' when r % 20 < 13 then 'KEY_CHECKOUT' when r % 20 < 17 then 'KEY_CHECKIN'
        when r % 20 = 17 then 'ARM_DISARM_ALARM' when r % 20 = 18 then 'ASSET_CHANGE' when r % 400 = 19 then 'CLOCK_STATE_CHANGE' else 'USER_CHANGE' end as kind,
      case when r % 97 = 0 then 'unauthorized' else 'success' end as result,
      (r / 400 % ${Math.floor(people / stores)})::int as person, (r / 16000 % ${Math.floor(size.devices / stores)})::int as thing
    from (select i, 1 + ('x' || substr(md5('store' || i), 1, 7))::bit(28)::int % ${stores} as s, ('x' || substr(md5('what' || i), 1, 7))::bit(28)::int as r, md5('event' || i) as h,
      date_trunc('milliseconds', now() - interval '365 days' + i * (interval '365 days' / ${size.events})) as at
      from generate_series(${from}, ${to}) i) g) x
  join profile p on p.tenant_id = '${tenantId}' and p.id = ${id('profile', `x.store - 1 + ${stores} * (x.person + case when x.store = 1 then 1 else 0 end)`)}
  join device d on d.tenant_id = '${tenantId}' and d.id = ${id('device', `x.store - 1 + ${stores} * (x.thing + case when x.store = 1 then 1 else 0 end)`)}`;

const counters = `
  insert into event_total (tenant_id, event, location_set_id, n)
    select tenant_id, event, location_set_id, count(*) from event where tenant_id = '${tenantId}' group by 1, 2, 3;
  insert into event_day (tenant_id, day, event, location_set_id, n)
    select tenant_id, (event_time at time zone 'UTC')::date, event, location_set_id, count(*) from event where tenant_id = '${tenantId}' group by 1, 2, 3, 4;
  insert into event_party_total (tenant_id, party_id, location_set_id, as_agent, as_entity, as_both)
    select tenant_id, party, location_set_id, sum(a), sum(e), 0 from (
      select tenant_id, agent_party as party, location_set_id, count(*) as a, 0 as e from event group by 1, 2, 3
      union all select tenant_id, entity_party, location_set_id, 0, count(*) from event group by 1, 2, 3) x
    where tenant_id = '${tenantId}' group by 1, 2, 3;`;

/** Fills the database; the indexes of events are built after the rows, which is faster and gives the same result. */
export async function buildWorld(
  database: Database,
  { stores = usualStores, profiles = people, ...rest }: Size,
): Promise<World> {
  const { system } = database;
  const size = { ...rest, stores, profiles };
  await system.query(structure(stores, Math.max(profiles, people)));
  await system.query(`select ensure_event_partitions(now() - interval '13 months', 3)`);
  await system.query(deviceRows(size.devices, stores));
  await system.query('analyze profile; analyze device');
  const indexes = await system.query<{ indexname: string; indexdef: string }>(
    `select i.indexname, i.indexdef from pg_indexes i join pg_class c on c.relname = i.indexname
     where i.tablename = 'event' and not exists (select from pg_constraint k where k.conindid = c.oid)`,
  );
  for (const { indexname } of indexes.rows) await system.query(`drop index ${indexname}`);
  const half = Math.floor(size.events / 2);
  await Promise.all([system.query(eventRows(1, half, size)), system.query(eventRows(half + 1, size.events, size))]);
  for (const { indexdef } of indexes.rows) await system.query(indexdef.replace(' ON ONLY ', ' ON '));
  await system.query(counters);
  await system.query('vacuum analyze');
  return {
    database,
    cookies: {
      everything: await signIn(database, 1, system, true),
      oneStore: await signIn(database, 2, system, false),
    },
  };
}

async function signIn(database: Database, person: number, system: pg.Pool, everything: boolean): Promise<string> {
  if (everything) {
    for (const permission of permissionIds) {
      // the higher of the two levels of each kind of permission
      const value = /^(DEVICES|SECURE-KEYS|USERS|EVENT-STORE|ACCESS-GROUP-TAGS|ROLES|TAGS)$/.test(permission)
        ? 'EDIT'
        : 'TRUE';
      await system.query(
        `insert into role_permission (tenant_id, role_id, permission, value) values ($1, md5('role1')::uuid, $2, $3)`,
        [tenantId, permission, value],
      );
    }
  }
  const profile = await system.query<{ id: string }>(`select md5('profile${person}')::uuid as id`);
  const token = await inTenant(database.app, tenantId, (db) =>
    createSession(db, profile.rows[0]?.id ?? '', { address: '127.0.0.1', userAgent: 'bench' }),
  );
  return `keyward=${token}`;
}

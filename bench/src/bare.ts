// The upper bound: the same pages and totals from a bare server with hand-written SQL through the same driver. It has
// no authentication, no transactions and no row-level security; it does have keyset paging, counters and stored JSON.
import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { tenantId } from './world.ts';

const groups = `array(select case when g.every_value then '*' else v.name end from device_tag g
  join tag_definition f on f.tenant_id = $1 and f.id = g.tag_definition_id and f.type = 1 and not f.is_location
  left join tag_value v on v.tenant_id = $1 and v.id = g.value_id
  where g.tenant_id = $1 and g.device_id = d.id order by f.position, f.id, v.position, v.id) as "tagValues"`;
const deviceRows = (where: string) => `select d.id, d.name, d.serial_number, t.name as device_type_name, t.device_class,
  ${groups}, l.name as "locationTagValue", d.created_at, d.state_updated_at, d.security_status
  from (select id, name_fold from device where tenant_id = $1 ${where}
    order by name_fold collate natural_order, id limit 50) p
  join device d on d.tenant_id = $1 and d.id = p.id join device_type t on t.tenant_id = $1 and t.id = d.device_type_id
  left join tag_value l on l.tenant_id = $1 and l.id = d.location_value_id order by p.name_fold collate natural_order, p.id`;
const roles = `array(select r.name from profile_role h join role r on r.tenant_id = $1 and r.id = h.role_id
  where h.tenant_id = $1 and h.profile_id = u.id order by r.name_fold collate natural_order) as roles`;
const tagsOf = (kind: string) => `array(select case when g.every_value then '*' else v.name end from profile_tag g
  join tag_definition f on f.tenant_id = $1 and f.id = g.tag_definition_id and ${kind}
  left join tag_value v on v.tenant_id = $1 and v.id = g.value_id
  where g.tenant_id = $1 and g.profile_id = u.id order by f.position, f.id, v.position, v.id)`;
const profileRows = (
  where: string,
) => `select u.id, u.name, u.username, u.email, u.disabled, u.valid_from, u.valid_until,
  ${roles}, ${tagsOf('f.type = 1 and not f.is_location')} as "tagValues",
  array_to_string(${tagsOf('f.is_location')}, ', ') as "locationTagValue", u.last_active_at, u.created_at, u.updated_at
  from (select id, name_fold from profile where tenant_id = $1 ${where}
    order by name_fold collate natural_order, id limit 50) p
  join profile u on u.tenant_id = $1 and u.id = p.id order by p.name_fold collate natural_order, p.id`;
const eventRows = (where: string) =>
  `select body from event where tenant_id = $1 ${where} order by event_time desc, id desc limit 50`;
const names = `array(select id from event_party where tenant_id = $1 and search like $2)`;
const matchingParties = `and (entity_party = any(${names}) or agent_party = any(${names}))`;
const ofClass =
  'and device_type_id = any(array(select id from device_type where tenant_id = $1 and device_class = $2))';
const days = `(select coalesce(sum(n), 0) from event_day where tenant_id = $1 and event = $2 and day > ($3::timestamptz)::date
  and day < ($4::timestamptz)::date) + (select count(*) from event where tenant_id = $1 and event = $2 and (
  event_time >= $3 and event_time < date_trunc('day', $3::timestamptz) + interval '1 day'
  or event_time >= date_trunc('day', $4::timestamptz) and event_time < $4))`;

type Query = Record<string, string>;
type Call = {
  rows: string;
  total: string;
  values: (query: Query) => unknown[];
  totalValues?: (query: Query) => unknown[];
};
const allEvents = 'select sum(n) as n from event_count where tenant_id = $1';
const allDevices = `select sum(n) as n from list_tally where tenant_id = $1 and resource = 'device'`;
const allProfiles = `select n from list_tally where tenant_id = $1 and resource = 'user'`;
const count = (from: string) => `select count(*) as n from ${from}`;
const none = () => [];

const calls: Record<string, Call> = {
  '/events': { rows: eventRows(''), total: allEvents, values: none },
  '/events/after': {
    rows: eventRows('and event_time <= $2 and (event_time, id) < ($2, $3)'),
    total: allEvents,
    values: (q) => [q.key, q.id],
    totalValues: none,
  },
  '/events/filtered': {
    rows: eventRows('and event = $2 and event_time >= $3 and event_time < $4'),
    total: `select ${days} as n`,
    values: (q) => [q.event, q.from, q.to],
  },
  '/events/search': {
    rows: eventRows(matchingParties),
    total: count(`event where tenant_id = $1 ${matchingParties}`),
    values: (q) => [`%${q.search}%`],
  },
  '/devices': { rows: deviceRows(''), total: allDevices, values: none },
  '/devices/after': {
    rows: deviceRows('and (name_fold collate natural_order, id) > ($2, $3)'),
    total: allDevices,
    values: (q) => [q.key, q.id],
    totalValues: none,
  },
  '/devices/class': {
    rows: deviceRows(ofClass),
    total: count(`device where tenant_id = $1 ${ofClass}`),
    values: (q) => [q.class],
  },
  '/devices/search': {
    rows: deviceRows('and search like $2'),
    total: count('device where tenant_id = $1 and search like $2'),
    values: (q) => [`%${q.search}%`],
  },
  '/users': { rows: profileRows(''), total: allProfiles, values: none },
  '/users/after': {
    rows: profileRows('and (name_fold collate natural_order, id) > ($2, $3)'),
    total: allProfiles,
    values: (q) => [q.key, q.id],
    totalValues: none,
  },
  '/users/search': {
    rows: profileRows('and search like $2'),
    total: count('profile where tenant_id = $1 and search like $2'),
    values: (q) => [`%${q.search}%`],
  },
};

/** A row with a key and a time, like a use of a OnePASS key. */
export const bareTable = `create table bare_use (tenant_id uuid not null, number uuid not null, serial text not null,
  granted boolean not null, at timestamptz not null default now(), primary key (tenant_id, number));
  create index bare_use_at on bare_use (tenant_id, at)`;
const insertUse = 'insert into bare_use (tenant_id, number, serial, granted) values ($1, $2, $3, true) returning at';

/** The bare server on connections of the database owner. */
export function buildBare(pool: pg.Pool): FastifyInstance {
  const app = Fastify();
  app.post<{ Body: { number: string; serial: string } }>('/uses', async ({ body }) => {
    const stored = await pool.query({ name: 'use', text: insertUse, values: [tenantId, body.number, body.serial] });
    return { granted: true, at: stored.rows[0] };
  });
  for (const [path, call] of Object.entries(calls)) {
    app.get<{ Querystring: Query }>(path, async (request, reply) => {
      const values = [tenantId, ...call.values(request.query)];
      const totalValues = call.totalValues ? [tenantId, ...call.totalValues(request.query)] : values;
      const [page, total] = await Promise.all([
        pool.query({ name: `${path} rows`, text: call.rows, values }),
        pool.query<{ n: string }>({ name: `${path} total`, text: call.total, values: totalValues }),
      ]);
      const data = page.rows.map((row: { body?: string }) => row.body ?? JSON.stringify(row)).join(',');
      return reply.type('application/json').send(`{"data":[${data}],"total_results":${total.rows[0]?.n}}`);
    });
  }
  return app;
}

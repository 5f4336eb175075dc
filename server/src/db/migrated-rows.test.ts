// The results of migrations on rows that existed before.
import type pg from 'pg';
import { expect, test } from 'vitest';
import { contentId } from '#core/events/events.ts';
import { tenantIdOf } from '#seed/tenant.ts';
import { connect, files, openNew, openOwned, sqlOf } from './migrate.testing.ts';

/** A new database with a tenant, whose migrations end before this one. */
async function openBefore(migration: string, opening = openNew()) {
  const { db } = await opening;
  for (const name of files.filter((file) => file < migration)) await db.query(sqlOf(name));
  await db.query(`
    insert into tenant (id, slug, name) values ('00000000-0000-4000-8000-000000000001', 'old', 'Old shop');
    set app.tenant_id = '00000000-0000-4000-8000-000000000001'`);
  return db;
}

test('a last use recorded before portal and OKM were kept apart is divided by the recorded sign-ins', async () => {
  const db = await openBefore('0015');
  await db.query(`
    insert into profile (tenant_id, name, username, last_active_at) select t.id, n, n, at::timestamptz
      from tenant t, (values ('portal', '2026-11-01 15:00Z'), ('both', '2026-11-05 09:00Z'), ('okm', '2026-11-06 09:00Z'),
        ('unused', null), ('session', '2026-11-07 09:00Z')) v(n, at);
    insert into event_party (tenant_id, domain, ref_id, name)
      select tenant_id, 'profile', id, name from profile where name in ('portal', 'both');
    insert into event (tenant_id, event_time, event, agent_party, location_set_id, body)
      select y.tenant_id, '2026-11-01 09:00Z', e, y.id, '00000000-0000-0000-0000-000000000000', '{}'
      from event_party y, unnest(array['LOGIN', 'MODIFY_USER']) e;
    insert into session (tenant_id, token_hash, profile_id, last_active_at, expires_at, address, user_agent)
      select tenant_id, '\\x00', id, '2026-11-07 09:00Z', now(), '', '' from profile where name = 'session'`);
  await db.query(sqlOf('0015_last_use'));
  const uses = await db.query(
    `select name, to_char(portal_active_at at time zone 'UTC', 'DD HH24') as portal,
       to_char(okm_active_at at time zone 'UTC', 'DD HH24') as okm from profile order by name`,
  );
  expect(uses.rows).toEqual([
    { name: 'both', portal: '01 09', okm: '05 09' },
    { name: 'okm', portal: null, okm: '06 09' },
    { name: 'portal', portal: '01 15', okm: null },
    { name: 'session', portal: '07 09', okm: null },
    { name: 'unused', portal: null, okm: null },
  ]);
});

test('profiles from before 0019_profile_tally are counted', async () => {
  const db = await openBefore('0019');
  await db.query(`
    insert into profile (tenant_id, name, username) select id, n::text, n::text from tenant, generate_series(1, 3) n`);
  await db.query(sqlOf('0019_profile_tally'));
  await db.query(`delete from profile where username = '2'`);
  expect((await db.query(`select resource, n::int from list_tally`)).rows).toEqual([{ resource: 'user', n: 2 }]);
});

test('events from before 0098_event_counts are counted, as are those that a server of the previous release adds', async () => {
  const db = await openBefore('0098');
  const insert = (n: number) =>
    db.query(`insert into event (tenant_id, event_time, event, location_set_id, body)
      select id, '2026-11-01 09:00Z', 'LOGIN', '00000000-0000-0000-0000-000000000000', '{}' from tenant, generate_series(1, ${n})`);
  await insert(3);
  await db.query(`insert into event_total (tenant_id, event, location_set_id, n)
    select tenant_id, event, location_set_id, count(*) from event group by 1, 2, 3`);
  await db.query(sqlOf('0098_event_counts'));
  await insert(2);
  expect((await db.query(`select sum(n)::int as n from event_count`)).rows).toEqual([{ n: 5 }]);
});

/** Adds three events to the total of a name at a location, as a server of the release before does. */
const addTo = (db: pg.Client, name: string, location: number) =>
  db.query(
    `insert into event_party_total as t (tenant_id, party_id, location_set_id, as_agent, as_entity, as_both)
     select tenant_id, id, $2, 3, 2, 1 from event_party where name = $1
     on conflict (tenant_id, party_id, location_set_id) do update set as_agent = t.as_agent + excluded.as_agent,
       as_entity = t.as_entity + excluded.as_entity, as_both = t.as_both + excluded.as_both`,
    [name, `00000000-0000-0000-0000-00000000000${location}`],
  );
const addName = `insert into event_party (tenant_id, domain, name) select current_setting('app.tenant_id')::uuid, 'profile', `;

test('the events of names from before 0101_party_counts are counted, as are those that a server of the previous release adds', async () => {
  // row-level security applies to this owner
  const db = await openBefore('0101', openOwned());
  const tenants = { old: '00000000-0000-4000-8000-000000000001', other: '00000000-0000-4000-8000-000000000002' };
  await db.query(`insert into tenant (id, slug, name) values ('${tenants.other}', 'other', 'Other shop')`);
  await db.query(`${addName} unnest(array['Ada', 'Ben'])`);
  await addTo(db, 'Ada', 1);
  await addTo(db, 'Ada', 2);
  await db.query(`set app.tenant_id = '${tenants.other}'`);
  await db.query(`${addName} 'Cleo'`);
  await addTo(db, 'Cleo', 1);
  await db.query(sqlOf('0101_party_counts'));
  const counted = async () =>
    (await db.query(`select search, as_agent::int, as_entity::int, as_both::int from event_party_count order by 1`))
      .rows;
  expect(await counted()).toEqual([{ search: 'cleo\x1f', as_agent: 3, as_entity: 2, as_both: 1 }]);
  await db.query(`set app.tenant_id = '${tenants.old}'`);
  await addTo(db, 'Ada', 2);
  await addTo(db, 'Ada', 3);
  await addTo(db, 'Ben', 1);
  expect(await counted()).toEqual([
    { search: 'ada\x1f', as_agent: 12, as_entity: 8, as_both: 4 },
    { search: 'ben\x1f', as_agent: 3, as_entity: 2, as_both: 1 },
  ]);
});

test('names can be read and added while 0101_party_counts counts the existing ones', async () => {
  const opened = openNew();
  const db = await openBefore('0101', opened);
  await db.query(`${addName} 'Ada'`);
  await addTo(db, 'Ada', 1);
  const beside = await connect((await opened).url);
  await beside.query(`set lock_timeout = '2s'; set app.tenant_id = '00000000-0000-4000-8000-000000000001'`);
  await db.query('begin');
  await db.query(sqlOf('0101_party_counts'));
  await beside.query(`${addName} 'Ben'`);
  const { rows } = await beside.query(
    `select p.name, t.as_agent::int from event_party p left join event_party_total t on t.party_id = p.id order by 1`,
  );
  expect(rows).toEqual([
    { name: 'Ada', as_agent: 3 },
    { name: 'Ben', as_agent: null },
  ]);
  await db.query('commit');
});

test('a key that was out without custody has an unknown holder since its check-out', async () => {
  const db = await openBefore('0075');
  await db.query(`
    set session_replication_role = replica;
    insert into profile (tenant_id, name, username) select id, 'Carl', 'carl' from tenant;
    insert into device_type (tenant_id, name, device_class) select id, 'Key', 'KEY' from tenant;
    insert into device (tenant_id, name, serial_number, device_type_id, state, state_times, state_updated_at)
      select y.tenant_id, v.name, upper(left(md5(v.name), 16)), y.id, v.state::jsonb, v.times::jsonb, '2026-11-02 09:00Z'
      from device_type y, (values ('HELD', '{"checkedOut": true}', '{"checkedOut": "2026-11-01T09:00:00.000Z"}'),
          ('HOME', '{"checkedOut": false}', '{"checkedOut": "2026-11-01T09:00:00.000Z"}'),
          ('NEW', '{}', '{}'),
          ('TAKEN', '{"checkedOut": true}', '{"checkedOut": "2026-11-01T08:00:00.000Z"}'),
          ('UNTIMED', '{"checkedOut": true}', '{}')) v(name, state, times);
    insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
      select d.tenant_id, d.id, p.id, '2026-11-01 09:00Z' from device d, profile p where d.name = 'HELD'`);
  await db.query(sqlOf('0075_unknown_holders'));
  const held = await db.query(
    `select d.name, p.username, to_char(k.checked_out_at at time zone 'UTC', 'DD HH24') as since
     from key_custody k join device d on d.id = k.device_id left join profile p on p.id = k.profile_id order by 1`,
  );
  expect(held.rows).toEqual([
    { name: 'HELD', username: 'carl', since: '01 09' },
    { name: 'TAKEN', username: null, since: '01 08' },
    { name: 'UNTIMED', username: null, since: '02 09' },
  ]);
});

test('of the tenants from before the demo was marked, only the one created by the seed is marked', async () => {
  const { db } = await openNew();
  for (const name of files.filter((file) => file < '0079')) await db.query(sqlOf(name));
  const serial = '9F40010000000001';
  // without triggers: they need the job queue, which the files alone do not make
  await db.query('set session_replication_role = replica');
  // a customer with the same short name has devices with random ids
  const tenants = [
    { slug: 'demo', device: contentId(tenantIdOf('demo'), 'device', serial) },
    { slug: 'harbor', device: '01900000-0000-7000-8000-000000000001' },
    { slug: 'acme', device: contentId(tenantIdOf('acme'), 'device', serial) },
  ];
  for (const { slug, device } of tenants) {
    const id = tenantIdOf(slug);
    await db.query('insert into tenant (id, slug, name) values ($1, $2, $2)', [id, slug]);
    await db.query(`select set_config('app.tenant_id', $1, false)`, [id]);
    await db.query(`insert into device_type (tenant_id, name, device_class) values ($1, 'OKM', 'OKM')`, [id]);
    await db.query(
      `insert into device (tenant_id, id, device_type_id, name, serial_number)
       select tenant_id, $2, id, 'OKM 1', $3 from device_type where tenant_id = $1`,
      [id, device, serial],
    );
  }
  await db.query('reset app.tenant_id; reset session_replication_role');
  await db.query(sqlOf('0079_demo_tenants'));
  expect((await db.query('select slug from tenant where demo')).rows).toEqual([{ slug: 'demo' }]);
});

test('jobs that wait in the former queue of PIN verifiers are taken out of it', async () => {
  const { db } = await openNew('keyward_template');
  const named = async () =>
    (await db.query(`select task_identifier as job from graphile_worker.jobs where queue_name is not null`)).rows;
  await db.query(`select graphile_worker.add_job('pin-verifiers', queue_name => 'pin-verifiers')`);
  expect(await named()).toEqual([{ job: 'pin-verifiers' }]);
  await db.query(sqlOf('0078_pin_verifiers_queue'));
  expect(await named()).toEqual([]);
});

test('an invitation whose mail was withdrawn before 0085_withdrawn_mails is shown as withdrawn unless opened', async () => {
  const db = await openBefore('0085');
  await db.query(`
    insert into mail (tenant_id, kind, recipient, locale, state, last_error, expires_at)
      select id, 'invitation', v.name, 'en', v.state, v.error, now() from tenant, (values
        ('gone', 'failed', 'withdrawn'), ('late', 'failed', 'too late'), ('seen', 'failed', 'withdrawn'), ('waits', 'waiting', null)
      ) v(name, state, error);
    insert into secure_key_invite (tenant_id, email, locale, created_by, created_by_name, delivery, token_hash, mail_id)
      select tenant_id, recipient, 'en', id, 'Ada', case recipient when 'seen' then 'opened' else 'delayed' end, recipient::bytea, id
      from mail`);
  await db.query(sqlOf('0085_withdrawn_mails'));
  expect((await db.query('select email, delivery from secure_key_invite order by email')).rows).toEqual([
    { email: 'gone', delivery: 'withdrawn' },
    { email: 'late', delivery: 'delayed' },
    { email: 'seen', delivery: 'opened' },
    { email: 'waits', delivery: 'delayed' },
  ]);
});

// The queue of changes: triggers write marks (0021_controllers.sql), which become the entries to judge again.
import { own, runSql, sql, tenant } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';

/** Marks that one transaction takes, to bound its duration. */
const marksAtOnce = 500;
/** Beyond this many people with all-data access, every controller is judged in full, which takes fewer rows. */
const peopleEverywhere = 20;
/** The id that stands for all entries of a controller. */
export const allEntries = '00000000-0000-0000-0000-000000000000';

const taken = sql`
  taken as (
    delete from controller_mark m where ${own('m')} and m.id in (
      select n.id from controller_mark n where ${own('n')} order by n.id limit ${marksAtOnce} for update skip locked)
    returning m.kind, m.target, m.at),
  okm as (
    select d.id, d.location_value_id as location from device d
    join device_type t on ${own('t')} and t.id = d.device_type_id and t.device_class = 'OKM'
    where ${own('d')}),
  person as (
    select x.id, min(x.at) as at from (
      select target as id, at from taken where kind = 'profile'
      union all
      select r.profile_id, taken.at from taken
      join profile_role r on ${own('r')} and r.role_id = taken.target where taken.kind = 'role') as x
    group by x.id),
  everywhere as (
    select person.id, person.at from person where exists (
      select from profile_role r
      join role_permission p on ${own('p')} and p.role_id = r.role_id
        and p.permission = 'ALL-DATA-ACCESS' and p.value = 'TRUE'
      where ${own('r')} and r.profile_id = person.id)),
  many as (select min(at) as at from everywhere having count(*) > ${peopleEverywhere})`;

const whole = sql`
  whole as (
    select coalesce(d.controller_id, d.id) as id, taken.at from taken
      join device d on ${own('d')} and d.id = taken.target where taken.kind = 'device'
    union all select target, at from taken where kind = 'controller'
    union all select okm.id, taken.at from taken, okm where taken.kind = 'all'
    union all select okm.id, many.at from many, okm)`;

// the controllers that hold an entry now, and those that may hold it from now on
const single = sql`
  single as (
    select e.controller_id as id, e.entry_id, e.kind, person.at from person
      join controller_entry e on ${own('e')} and e.entry_id = person.id and e.content is not null
    union all
    select okm.id, person.id, 'person', person.at from person
      join profile_tag g on ${own('g')} and g.profile_id = person.id
      join okm on okm.location = g.value_id
    union all
    select okm.id, everywhere.id, 'person', everywhere.at from everywhere, okm where not exists (select from many)
    union all
    select e.controller_id, e.entry_id, e.kind, taken.at from taken
      join controller_entry e on ${own('e')} and e.entry_id = taken.target and e.content is not null
      where taken.kind = 'key'
    union all
    select coalesce(d.controller_id, d.id), k.id, 'key', taken.at from taken
      join secure_key k on ${own('k')} and k.id = taken.target
      join device d on ${own('d')} and d.id = k.device_id
      where taken.kind = 'key')`;

/**
 * Takes up to `marksAtOnce` marks and queues each entry that they concern once. Returns the number taken; fewer than
 * `marksAtOnce` means that none are left.
 */
async function takeMarks(db: Db): Promise<number> {
  const [row] = await runSql<{ n: number }>(
    db,
    sql`with ${taken}, ${whole}, ${single},
      queued as (
        insert into controller_due (tenant_id, controller_id, entry_id, kind, at)
        select ${tenant}, x.id, x.entry_id, x.kind, min(x.at) from (
          select id, ${allEntries}::uuid as entry_id, 'all' as kind, at from whole
          union all
          select id, entry_id, kind, at from single where id not in (select whole.id from whole where whole.id is not null)
        ) as x join okm on okm.id = x.id
        group by x.id, x.entry_id, x.kind order by x.id, x.entry_id
        on conflict do nothing)
      select count(*)::int as n from taken`,
  );
  return row?.n ?? 0;
}

/** Takes all marks, in one transaction each time `inOwnTenant` is called. */
export async function takeAllMarks(inOwnTenant: <T>(work: (db: Db) => Promise<T>) => Promise<T>): Promise<void> {
  for (let n = marksAtOnce; n === marksAtOnce;) n = await inOwnTenant(takeMarks);
}

/**
 * Marks changes that no write causes: people and keys whose end has come, and controllers that were never judged. Returns whether
 * there is anything to do.
 */
export async function markWhatIsDue(db: Db): Promise<boolean> {
  await runSql(
    db,
    sql`insert into controller_mark (tenant_id, kind, target)
      select distinct e.tenant_id, case e.kind when 'key' then 'key' else 'profile' end, e.entry_id from controller_entry e
      where ${own('e')} and e.content is not null and e.not_after <= now()`,
  );
  await runSql(
    db,
    sql`insert into controller_mark (tenant_id, kind, target)
      select ${tenant}, 'controller', d.id from device d
      join device_type t on ${own('t')} and t.id = d.device_type_id and t.device_class = 'OKM'
      where ${own('d')} and not exists (
        select from controller_state s where ${own('s')} and s.device_id = d.id and s.version > 0)`,
  );
  const [row] = await runSql<{ due: boolean }>(
    db,
    sql`select exists (select from controller_mark m where ${own('m')})
      or exists (select from controller_due u where ${own('u')}) as due`,
  );
  return row?.due ?? false;
}

// Brings the entries that controllers should hold up to date, and raises the version of those whose content changed.
import { clock } from '#core/clock.ts';
import { announce } from '#core/live/changes.ts';
import { wakeControllers } from '#core/live/wakes.ts';
import { locationIds } from '#core/locations/ids.ts';
import { any } from '#db/fragments.ts';
import { own, runSql, sql, tenant } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import { desiredEntries, type Scope } from './desired.ts';
import type { Entry } from './entries.ts';
import { allEntries } from './marks.ts';
import { type Changed, storeVersions } from './store.ts';

/** Entries that one transaction takes from the queue. */
const entriesAtOnce = 2000;

/** Lets one transaction of a tenant judge controllers at a time, so that none stores results older than another's. */
const lockJudging = (db: Db) =>
  runSql(db, sql`select pg_advisory_xact_lock(hashtextextended('controllers ' || ${tenant}::text, 0))`);

/** The controllers that have waited longest. */
const controllersDue = async (db: Db, limit: number): Promise<string[]> =>
  (
    await runSql<{ id: string }>(
      db,
      sql`select u.controller_id as id from controller_due u where ${own('u')}
        group by u.controller_id order by min(u.at), u.controller_id limit ${limit}`,
    )
  ).map(({ id }) => id);

/**
 * The controllers that are OKMs, with location and version. Locked in id order, as a deletion locks devices: otherwise it and
 * this transaction could wait for each other's rows of the queue and of the state.
 */
const lockControllers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .leftJoin('controller_state as s', 's.device_id', 'd.id')
    .select((eb) => ['d.id', 'd.location_value_id as location', eb.fn.coalesce('s.version', eb.lit(0)).as('version')])
    .where('d.id', '=', any(ids))
    .where('t.device_class', '=', 'OKM')
    .orderBy('d.id')
    .forKeyShare('d')
    .execute();
type Controller = Awaited<ReturnType<typeof lockControllers>>[number];

const takeDue = (db: Db, controllers: readonly string[]) =>
  runSql<{ controller: string; id: string; kind: string; at: string }>(
    db,
    sql`delete from controller_due u using (
        select n.controller_id, n.entry_id from controller_due n
        where ${own('n')} and n.controller_id = any(${controllers}::uuid[])
        order by n.controller_id, n.entry_id limit ${entriesAtOnce}) as taken
      where ${own('u')} and u.controller_id = taken.controller_id and u.entry_id = taken.entry_id
      returning u.controller_id as controller, u.entry_id as id, u.kind, u.at`,
    { once: true },
  );
type Due = Awaited<ReturnType<typeof takeDue>>;

function scopeOf(due: Due, first: boolean): Scope {
  if (first || due.some(({ kind }) => kind === 'all')) return { everything: true };
  const ids = (wanted: string) => due.flatMap(({ id, kind }) => (kind === wanted ? [id] : []));
  return { everything: false, people: ids('person'), keys: ids('key') };
}

type Stored = { controller: string; id: string; hash: string; live: boolean };
/** The stored entries of the scopes, by controller. */
async function storedEntries(db: Db, scopes: ReadonlyMap<string, Scope>): Promise<Map<string, Stored[]>> {
  const whole = [...scopes].flatMap(([id, { everything }]) => (everything ? [id] : []));
  const single = [...scopes].flatMap(([controller, scope]) =>
    scope.everything ? [] : [...scope.people, ...scope.keys].map((id) => ({ controller, id })),
  );
  const stored = await runSql<Stored>(
    db,
    sql`select e.controller_id as controller, e.entry_id as id, e.hash, e.content is not null as live
      from controller_entry e where ${own('e')} and e.controller_id = any(${whole}::uuid[])
      union all
      select e.controller_id, e.entry_id, e.hash, e.content is not null
      from unnest(${single.map(({ controller }) => controller)}::uuid[], ${single.map(({ id }) => id)}::uuid[])
        as x(controller_id, entry_id)
      join controller_entry e on ${own('e')} and e.controller_id = x.controller_id and e.entry_id = x.entry_id`,
    { once: true },
  );
  return Map.groupBy(stored, ({ controller }) => controller);
}

/** The entries that differ from those stored; a removed entry has no content. */
function compare(stored: readonly Stored[], desired: readonly Entry[], timeOf: (id: string) => string): Changed[] {
  const before = new Map(stored.map((entry) => [entry.id, entry]));
  const wanted = new Set(desired.map(({ id }) => id));
  const gone = stored.filter(({ id, live }) => live && !wanted.has(id));
  return [
    ...desired.flatMap((entry) => {
      const was = before.get(entry.id);
      return was?.live && was.hash === entry.hash ? [] : [{ ...entry, at: timeOf(entry.id) }];
    }),
    ...gone.map(({ id, hash }) => ({ id, kind: '', content: null, hash, at: timeOf(id), notAfter: null })),
  ];
}

/** Judges the due entries of the controllers, and all entries of those that were never judged. */
async function judge(db: Db, controllers: readonly Controller[], due: Due): Promise<void> {
  const dueAt = Map.groupBy(due, ({ controller }) => controller);
  const scopes = new Map(controllers.map(({ id, version }) => [id, scopeOf(dueAt.get(id) ?? [], version === 0)]));
  const stored = await storedEntries(db, scopes);
  const desired = await desiredEntries(db, scopes);
  const now = clock.now().toISOString();
  const raised = controllers
    .map((controller) => {
      const times = new Map((dueAt.get(controller.id) ?? []).map(({ id, at }) => [id, at]));
      const timeOf = (id: string) => times.get(id) ?? times.get(allEntries) ?? now;
      const { id } = controller;
      return { ...controller, changed: compare(stored.get(id) ?? [], desired.get(id) ?? [], timeOf) };
    })
    .filter(({ changed, version }) => changed.length > 0 || version === 0);
  if (raised.length === 0) return;
  await storeVersions(db, raised);
  wakeControllers(
    db,
    raised.map(({ id }) => id),
  );
  announce(
    db,
    raised.map(({ id, location }) => ({ resource: 'device', id, locations: locationIds(location) })),
  );
}

/**
 * Judges the due entries of up to `limit` controllers again; a version rises only if the content changed. Runs in a transaction
 * that does nothing else. Returns the number of controllers that had something due.
 */
export async function refreshDue(db: Db, limit: number): Promise<number> {
  await lockJudging(db);
  const ids = await controllersDue(db, limit);
  if (ids.length === 0) return 0;
  const controllers = await lockControllers(db, ids);
  await judge(db, controllers, await takeDue(db, ids));
  return ids.length;
}

/** Judges a controller that was just added for the first time; other due entries stay in the queue. */
export async function judgeFirst(db: Db, controllerId: string): Promise<void> {
  await lockJudging(db);
  const controllers = await lockControllers(db, [controllerId]);
  await judge(
    db,
    controllers.filter(({ version }) => version === 0),
    [],
  );
}

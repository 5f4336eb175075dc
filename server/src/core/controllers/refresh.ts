// Brings what a controller should hold up to date, and raises its version when the content changed.
import { sql as expression } from 'kysely';
import { announce } from '#core/live/changes.ts';
import { wakeControllers } from '#core/live/wakes.ts';
import { any } from '#db/fragments.ts';
import { own, runSql, sql, tenant } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import { desiredEntries, type Scope } from './desired.ts';
import type { Entry } from './entries.ts';
import { allEntries } from './marks.ts';

/** Entries that one transaction judges. */
const entriesAtOnce = 2000;

type Stored = { id: string; hash: string; live: boolean };
type Changed = { id: string; kind: string; content: string | null; hash: string; at: string; notAfter: string | null };

/** The controller's row, locked until the transaction ends and made if it is not there; undefined for what is no OKM. */
async function lockState(db: Db, controllerId: string) {
  await db
    .insertInto('controller_state')
    .columns(['device_id'])
    .expression((eb) =>
      eb
        .selectFrom('device as d')
        .innerJoin('device_type as t', 't.id', 'd.device_type_id')
        .select('d.id')
        .where('d.id', '=', controllerId)
        .where('t.device_class', '=', 'OKM'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('controller_state as s')
    .innerJoin('device as d', 'd.id', 's.device_id')
    .select(['s.version', 'd.location_value_id as location'])
    .where('s.device_id', '=', controllerId)
    .forUpdate('s')
    .executeTakeFirst();
}

const takeDue = (db: Db, controllerId: string) =>
  db
    .deleteFrom('controller_due as u')
    .where('u.controller_id', '=', controllerId)
    .where('u.entry_id', 'in', (eb) =>
      eb
        .selectFrom('controller_due')
        .select('controller_due.entry_id')
        .where('controller_due.controller_id', '=', controllerId)
        .orderBy('controller_due.entry_id')
        .limit(entriesAtOnce),
    )
    .returning(['u.entry_id as id', 'u.kind', 'u.at'])
    .execute();
type Due = Awaited<ReturnType<typeof takeDue>>;

function scopeOf(due: Due, first: boolean): Scope {
  if (first || due.some(({ kind }) => kind === 'all')) return { everything: true };
  const ids = (wanted: string) => due.flatMap(({ id, kind }) => (kind === wanted ? [id] : []));
  return { everything: false, people: ids('person'), keys: ids('key') };
}

const storedEntries = (db: Db, controllerId: string, scope: Scope): Promise<Stored[]> =>
  db
    .selectFrom('controller_entry')
    .select(['entry_id as id', 'hash', expression<boolean>`content is not null`.as('live')])
    .where('controller_id', '=', controllerId)
    .$if(!scope.everything, (query) =>
      query.where('entry_id', '=', any(scope.everything ? [] : [...scope.people, ...scope.keys])),
    )
    .execute();

/** What differs; a removed entry has no content. */
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

/** A removed entry keeps its kind and its end: until then a controller that has not confirmed may still use it. */
async function store(db: Db, controllerId: string, version: number, changed: readonly Changed[]): Promise<void> {
  const column = <T>(of: (entry: Changed) => T) => changed.map(of);
  await runSql(
    db,
    sql`insert into controller_entry as e
        (tenant_id, controller_id, entry_id, kind, content, hash, version, changed_at, not_after)
      select ${tenant}, ${controllerId}, v.id, v.kind, v.content, v.hash, ${version}, v.at, v.not_after
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ kind }) => kind || 'device')}::text[],
        ${column(({ content }) => content)}::text[], ${column(({ hash }) => hash)}::text[],
        ${column(({ at }) => at)}::timestamptz[], ${column(({ notAfter }) => notAfter)}::timestamptz[])
        as v(id, kind, content, hash, at, not_after)
      on conflict (tenant_id, controller_id, entry_id) do update set
        kind = case when excluded.content is null then e.kind else excluded.kind end,
        not_after = case when excluded.content is null then e.not_after else excluded.not_after end,
        content = excluded.content, hash = excluded.hash, version = excluded.version, changed_at = excluded.changed_at`,
  );
  await runSql(
    db,
    sql`with digest as (
        select encode(sha256(convert_to(coalesce(string_agg(e.entry_id || ' ' || e.hash || E'\n', '' order by e.entry_id), ''),
          'UTF8')), 'hex') as digest
        from controller_entry e where ${own('e')} and e.controller_id = ${controllerId} and e.content is not null),
      raised as (
        update controller_state s set version = ${version}, digest = digest.digest from digest
        where ${own('s')} and s.device_id = ${controllerId})
      insert into controller_version (tenant_id, controller_id, version, digest)
      select ${tenant}, ${controllerId}, ${version}, digest.digest from digest`,
  );
}

/**
 * Judges what is due at a controller again. Its version rises only if the content changed. Runs in a transaction that
 * does nothing else. Returns whether there may be more to judge.
 */
export async function refreshController(db: Db, controllerId: string): Promise<boolean> {
  const state = await lockState(db, controllerId);
  const due = await takeDue(db, controllerId);
  if (!state) return due.length === entriesAtOnce;
  const scope = scopeOf(due, state.version === 0);
  const now = new Date().toISOString();
  const times = new Map(due.map(({ id, at }) => [id, at]));
  const changed = compare(
    await storedEntries(db, controllerId, scope),
    await desiredEntries(db, controllerId, scope),
    (id) => times.get(id) ?? times.get(allEntries) ?? now,
  );
  if (changed.length > 0 || state.version === 0) {
    await store(db, controllerId, state.version + 1, changed);
    wakeControllers(db, [controllerId]);
    announce(db, [
      { resource: 'device', id: controllerId, locations: state.location === null ? [] : [state.location] },
    ]);
  }
  return due.length === entriesAtOnce;
}

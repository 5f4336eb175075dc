import type { WatchInput } from '@keyward/contract/watches';
import { sql } from 'kysely';
import { holdProfiles } from '#core/auth/hold-profiles.ts';
import type { NamedRow } from '#core/list/named-page.ts';
import type { Judged } from '#core/watches/queries.ts';
import { nextVersion, now, thisMoment } from '#db/fragments.ts';
import { takeTurn } from '#core/auth/take-turn.ts';
import type { Db } from '#db/tenant.ts';
import type { Copied } from './copied.ts';

const select = (db: Db) =>
  db
    .selectFrom('watch as w')
    .innerJoin('profile as p', 'p.id', 'w.owner_id')
    .select([
      'w.id',
      'w.name',
      'w.resource',
      'w.base',
      'w.content',
      'w.rule',
      'w.delivery',
      'w.quiet',
      'w.zone',
      'w.state',
    ])
    .select([
      'w.memory',
      'w.authority',
      'w.last_spoken_at',
      'w.created_at',
      'w.version',
      'w.updated_by',
      'w.updated_at',
    ])
    .select(['w.owner_id', 'p.name as owner_name', 'w.view_id', 'w.view_content']);
export type WatchRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const byName = (db: Db) =>
  select(db)
    .orderBy((eb) => eb.fn('fold', ['w.name']))
    .orderBy('w.id');

export const findWatches = (db: Db, ownerId: string) => byName(db).where('w.owner_id', '=', ownerId).execute();

/** Watches of all profiles, after the given one. */
export const findWatchesAfter = (db: Db, after: NamedRow | undefined, most: number) =>
  byName(db)
    .$if(after !== undefined, (watches) =>
      watches.where(sql<boolean>`(fold(w.name), w.id) > (fold(${after?.name}::text), ${after?.id}::uuid)`),
    )
    .limit(most)
    .execute();

export const findWatch = (db: Db, ownerId: string, id: string) =>
  select(db).where('w.owner_id', '=', ownerId).where('w.id', '=', id).executeTakeFirst();

/** A watch of this owner, locked until the end of the transaction. */
export async function lockWatch(db: Db, ownerId: string, id: string) {
  // a deletion of the profile locks its inbox and its watches in another order
  await holdProfiles(db, [ownerId]);
  return select(db).where('w.owner_id', '=', ownerId).where('w.id', '=', id).forNoKeyUpdate('w').executeTakeFirst();
}

/** Number of watches that a profile has. Calls for one profile run in turn. */
export async function countOwn(db: Db, ownerId: string): Promise<number> {
  await takeTurn(db, ownerId);
  const { n } = await db
    .selectFrom('watch')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return n;
}

type Spoken = Pick<WatchInput, 'name' | 'rule' | 'delivery' | 'quiet'> & { zone: string | null };
const columnsOf = ({ name, rule, delivery, quiet, zone }: Spoken) => ({
  name,
  delivery,
  zone,
  rule: JSON.stringify(rule),
  quiet: quiet && JSON.stringify(quiet),
});
/** The state in which a watch begins. It is due at once, so that no time that it waits for is missed. */
const judgedColumns = ({ memory = {}, known = null, events = null, timed = false, authority = null }: Judged) => ({
  authority,
  timed,
  state: 'awake' as const,
  memory: JSON.stringify(memory),
  known: sql<string[]>`${known}::uuid[]`,
  events: sql<string[]>`${events}::text[]`,
  missed: null,
  next_at: now,
  judged_at: thisMoment,
});

type Copy = Pick<WatchRow, 'view_id' | 'view_content'>;

export async function insertWatch(
  db: Db,
  owner: { id: string; name: string },
  watch: Spoken & Pick<WatchInput, 'resource' | 'base'> & { content: WatchRow['content'] } & Copy,
  judged: Judged,
): Promise<string> {
  const { resource, base, content, view_id, view_content: copy } = watch;
  const { id } = await db
    .insertInto('watch')
    .values({
      ...columnsOf(watch),
      ...judgedColumns(judged),
      owner_id: owner.id,
      updated_by: owner.name,
      resource,
      base,
      content: JSON.stringify(content),
      view_id,
      view_content: copy && JSON.stringify(copy),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const updateWatch = (db: Db, id: string, by: string, watch: Spoken, judged: Judged) =>
  db
    .updateTable('watch')
    .set({ ...columnsOf(watch), ...judgedColumns(judged), ...nextVersion, updated_by: by })
    .where('id', '=', id)
    .execute();

/** Stores the rows that the view of a watch has now. */
export const storeFollowed = (db: Db, id: string, by: string, rows: Copied, view: Copied, judged: Judged) =>
  db
    .updateTable('watch')
    .set({
      base: rows.base,
      content: JSON.stringify({ filter: rows.filter, search: rows.search }),
      view_content: JSON.stringify(view),
      ...judgedColumns(judged),
      ...nextVersion,
      updated_by: by,
    })
    .where('id', '=', id)
    .execute();

export const deleteWatch = (db: Db, id: string) => db.deleteFrom('watch').where('id', '=', id).execute();

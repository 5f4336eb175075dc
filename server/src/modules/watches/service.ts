import type { EventChange, EventType } from '@keyward/contract/activity';
import { limits } from '@keyward/contract/limits';
import { listResources } from '@keyward/contract/resources';
import type { Watch, WatchInput, WatchRule } from '@keyward/contract/watches';
import type { Actor } from '#core/auth/session.ts';
import { assertCurrent, existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { record } from '#core/events/record.ts';
import { findList } from '#core/list/define.ts';
import { readQuery } from '#core/list/grammar/query.ts';
import { namedPage, readNamedCursor } from '#core/list/named-page.ts';
import { namedIn, storeFilter } from '#core/list/views/saved.ts';
import { type ZoneOf, zonesOfProfile } from '#core/locations/zones.ts';
import { authorityOf } from '#core/watches/authority.ts';
import { silentStart } from '#core/watches/evaluate.ts';
import { preview } from '#core/watches/preview.ts';
import { withdrawMails } from '#core/watches/queries.ts';
import { maxKnown, type Names, openWatch, type OpenWatch, readNames, type Watched } from '#core/watches/rows.ts';
import type { Db } from '#db/tenant.ts';
import {
  countOwn,
  deleteWatch,
  findWatch,
  findWatches,
  findWatchesAfter,
  insertWatch,
  lockWatch,
  storeFollowed,
  updateWatch,
  type WatchRow,
} from './queries.ts';
import { copyView, followed, viewsOf } from './copied.ts';

/** Data that is read once for several watches. */
type Shaping = { zoneOf: ZoneOf; names: Names; views: Awaited<ReturnType<typeof viewsOf>> };

/** The watch with the present names of values; as stored if it cannot be opened. */
async function shape(db: Db, actor: Actor, row: WatchRow, { zoneOf, names, views }: Shaping): Promise<Watch[]> {
  const resource = listResources.find((one) => one === row.resource);
  if (!resource) return [];
  const open = await openWatch(db, actor, row, zoneOf(row.zone), names);
  const { filter, search } = row.content;
  const { id, name, base, rule, delivery, quiet, zone, state, last_spoken_at, created_at, version } = row;
  const times = { last_spoken_at, created_at };
  const own = { id, name, resource, base, rule, delivery, quiet, zone, state, version, search };
  return [
    {
      ...own,
      ...times,
      filter: typeof open === 'string' ? filter : open.view.query.filter,
      owner: { id: row.owner_id, name: row.owner_name },
      // only its owner may decide to follow it
      view: row.owner_id === actor.id ? views(row) : null,
      open: row.memory.open === true && row.memory.silent !== true,
    },
  ];
}

async function shapeAll(db: Db, actor: Actor, rows: readonly WatchRow[]): Promise<Watch[]> {
  const [zoneOf, names] = [await zonesOfProfile(db, actor.id), await readNames(db, rows)];
  const own = rows.filter(({ owner_id: id }) => id === actor.id);
  const shaping = { zoneOf, names, views: await viewsOf(db, actor.id, own) };
  const shaped: Watch[] = [];
  for (const row of rows) shaped.push(...(await shape(db, actor, row, shaping)));
  return shaped;
}

export const readWatches = async (db: Db, actor: Actor) => shapeAll(db, actor, await findWatches(db, actor.id));
/** A page of the watches of all profiles, for the in-product administrator. Throws invalidCursor. */
export async function readAllWatches(db: Db, actor: Actor, cursor: string | undefined) {
  const { rows, ...more } = namedPage(await findWatchesAfter(db, readNamedCursor(cursor), limits.pageSize + 1));
  return { data: await shapeAll(db, actor, rows), ...more };
}

/** One of the actor's own watches. Throws notFound. */
export async function readWatch(db: Db, actor: Actor, id: string): Promise<Watch> {
  const [watch] = await shapeAll(db, actor, [existing(await findWatch(db, actor.id, id))]);
  return existing(watch);
}

type Rows = Pick<WatchInput, 'resource' | 'base' | 'filter' | 'search'>;

/** The stored form of a watch's rows. Throws notFound, forbidden, and what a list query throws. */
async function keep(db: Db, actor: Actor, { resource, base, filter, search }: Rows): Promise<Watched> {
  const list = existing(findList(resource));
  if (!list.needs.holds(actor.authority)) throw new PortalError('forbidden');
  readQuery(list, actor, { custom_view: base, search });
  const named = await namedIn(db, list, [{ content: { filter, search, sort: [], columns: [] } }]);
  const stored = Object.entries(filter).map(([name, text]) => [name, storeFilter(list, name, text, named)]);
  return { resource, base, content: { filter: Object.fromEntries(stored), search: search.trim() } };
}

/** Opens the actor's own watch. Throws forbidden if they may not see its rows, watchLost if a value was deleted. */
async function openOwn(db: Db, actor: Actor, watched: Watched, onScreen: string | null): Promise<OpenWatch> {
  const open = await openWatch(db, actor, watched, (await zonesOfProfile(db, actor.id))(onScreen));
  if (open === 'right') throw new PortalError('forbidden');
  if (open === 'lost') throw new PortalError('watchLost');
  return open;
}

/** The state in which a watch begins, without a notice. Throws watchTooWide. */
async function begin(db: Db, actor: Actor, open: OpenWatch, rule: WatchRule) {
  const judged = await silentStart(db, actor, { rule }, open);
  if (rule.when === 'appears' && open.list.resource !== 'event' && !judged.known) {
    throw new PortalError('watchTooWide', { params: { limit: maxKnown }, field: 'rule' });
  }
  return { ...judged, authority: authorityOf(actor, open.zone) };
}

const ruleText = (rule: WatchRule) =>
  rule.when === 'appears' ? 'appears' : rule.when === 'count' ? `count > ${rule.above}` : `still ${rule.minutes} min`;
type Logged = Pick<WatchInput, 'name' | 'rule' | 'delivery'>;

/** Records one event for a change. The filters of a watch are visible only to its owner and the administrator. */
const log = (
  db: Db,
  actor: Actor,
  event: EventType,
  id: string,
  before: Logged | null,
  after: Logged | null,
  more: readonly EventChange[] = [],
) =>
  record(db, actor, {
    event,
    result: 'success',
    entity: { domain: 'watch', id, name: (after ?? before)?.name ?? '' },
    changes: [
      ...change('name', before?.name ?? null, after?.name ?? null),
      ...change('rule', before && ruleText(before.rule), after && ruleText(after.rule)),
      ...change('delivery', before?.delivery ?? null, after?.delivery ?? null),
      ...more,
    ],
  });

/** Adds a watch. Throws forbidden, watchLimit, watchTooWide, and what a list query throws. */
export async function createWatch(db: Db, actor: Actor, input: WatchInput): Promise<Watch> {
  const kept = await keep(db, actor, input);
  const { view, resource, zone = null } = input;
  const open = await openOwn(db, actor, kept, zone);
  if ((await countOwn(db, actor.id)) >= limits.watches) {
    throw new PortalError('watchLimit', { params: { limit: limits.watches } });
  }
  const judged = await begin(db, actor, open, input.rule);
  const copy = view ? await copyView(db, actor.id, { id: view, resource }) : null;
  const stored = { ...input, zone, content: kept.content, view_id: view ?? null, view_content: copy };
  const id = await insertWatch(db, actor, stored, judged);
  await log(db, actor, 'ADD_WATCH', id, null, input);
  return readWatch(db, actor, id);
}

/**
 * Changes when and how a watch notifies, but not its rows; it begins again without a notice. Throws notFound, conflict,
 * forbidden, watchLost and watchTooWide.
 */
export async function changeWatch(
  db: Db,
  actor: Actor,
  id: string,
  input: Pick<WatchInput, 'name' | 'rule' | 'delivery' | 'quiet' | 'zone'>,
  ifMatch: number | undefined,
): Promise<Watch> {
  const before = existing(await lockWatch(db, actor.id, id));
  assertCurrent(before, ifMatch);
  const { zone = before.zone } = input;
  const open = await openOwn(db, actor, before, zone);
  await withdrawMails(db, `watch ${id}`);
  await updateWatch(db, id, actor.name, { ...input, zone }, await begin(db, actor, open, input.rule));
  await log(db, actor, 'MODIFY_WATCH', id, before, input);
  return readWatch(db, actor, id);
}

/**
 * Lets a watch take over the rows that its view has now; it begins again without a notice. Throws notFound, also without such a
 * view, forbidden, watchLost and watchTooWide.
 */
export async function followView(db: Db, actor: Actor, id: string): Promise<Watch> {
  const before = existing(await lockWatch(db, actor.id, id));
  const { view_id: view, view_content: copy, resource, content, rule } = before;
  const now = await copyView(db, actor.id, { id: existing(view ?? undefined), resource });
  const rows = await followed(db, content.filter, existing(copy ?? undefined), now);
  const open = await openOwn(db, actor, { resource, base: rows.base, content: rows }, before.zone);
  await withdrawMails(db, `watch ${id}`);
  await storeFollowed(db, id, actor.name, rows, now, await begin(db, actor, open, rule));
  const copied = { view_id: view, view_content: now };
  const followedView = (await viewsOf(db, actor.id, [copied]))(copied);
  await log(db, actor, 'MODIFY_WATCH', id, before, before, change('view', null, followedView?.name ?? null));
  return readWatch(db, actor, id);
}

/** Deletes a watch. Throws notFound. */
export async function removeWatch(db: Db, actor: Actor, id: string): Promise<void> {
  const before = existing(await lockWatch(db, actor.id, id));
  await withdrawMails(db, `watch ${id}`);
  await deleteWatch(db, id);
  await log(db, actor, 'DELETE_WATCH', id, before, null);
}

/** Previews a watch. Throws what createWatch throws, except for the limits. */
export const previewWatch = async (
  db: Db,
  actor: Actor,
  { rule, zone, ...input }: Rows & Pick<WatchInput, 'rule' | 'zone'>,
) => preview(db, actor, await openOwn(db, actor, await keep(db, actor, input), zone ?? null), rule);

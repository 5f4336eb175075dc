import { limits } from '@keyward/contract/limits';
import type { CustomView, ViewSharing } from '@keyward/contract/list';
import { can } from '@keyward/contract/permissions';
import type { SavedView } from '@keyward/contract/views';
import { assertCurrent, existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { readQuery } from '#core/list/grammar/query.ts';
import { findList } from '#core/list/define.ts';
import { hasBase, namedIn, storeFilter, type SavedContent, type StoredView } from '#core/list/views/saved.ts';
import { columnsOf } from '#core/list/views/schema.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import {
  countOwn,
  insertView,
  lockView,
  markDeleted,
  purgeViews,
  rolesToShareWith,
  updateView,
} from './saved-queries.ts';
import { recordViewChange } from './saved-events.ts';
import { isShared, mayChange, toCustomView } from './shape.ts';
import type { AnyList } from '#core/list/types.ts';

/** The list, if the actor may read it. Throws notFound for an unknown list, forbidden for one that the actor may not read. */
export function readableList(actor: Pick<Actor, 'authority'>, resource: string): AnyList {
  const list = findList(resource);
  if (!list) throw new PortalError('notFound');
  if (!list.needs.holds(actor.authority)) throw new PortalError('forbidden');
  return list;
}

/** The roles that the actor can share with: their own, or all if they may read roles. */
export const audienceOf = (db: Db, actor: Actor) =>
  rolesToShareWith(db, can.readRoles.holds(actor.authority) ? null : actor.id);

/** Sharing requires SHARE-VIEWS. Throws cannotShareViews, unknownAudience. */
async function validateSharing(db: Db, actor: Actor, sharing: ViewSharing, before: string | null) {
  if (sharing.with === 'nobody') return { role_id: null, everyone: false };
  if (!can.shareViews.holds(actor.authority)) throw new PortalError('cannotShareViews', { field: 'sharing' });
  if (sharing.with === 'everyone') return { role_id: null, everyone: true };
  const { roleId } = sharing;
  if (roleId !== before && !(await audienceOf(db, actor)).some((role) => role.id === roleId)) {
    throw new PortalError('unknownAudience', { field: 'sharing' });
  }
  return { role_id: roleId, everyone: false };
}

/** Validates every name and value as a query would. Throws what readQuery throws. */
async function contentOf(db: Db, actor: Actor, list: AnyList, input: SavedView): Promise<SavedContent> {
  const { base, filter, search, sort, columns } = input;
  readQuery(list, actor, {
    custom_view: base,
    search,
    ...(sort.length ? { sort: sort.map(([column, order]) => `${column}:${order}`).join(',') } : {}),
  });
  const named = await namedIn(db, list, [{ content: input }]);
  const storedFilter = Object.entries(filter).map(([name, text]) => [name, storeFilter(list, name, text, named)]);
  const names = columns.map((column) => column.accessorKey);
  const available = columnsOf(list, named.tags);
  const unknown = names.find((name, i) => !available.some((c) => c.accessorKey === name) || names.indexOf(name) < i);
  if (unknown !== undefined) throw new PortalError('unknownColumn', { params: { column: unknown }, field: 'columns' });
  const defaultSort = list.views.find((view) => view.value === base)?.query.sort;
  return {
    filter: Object.fromEntries(storedFilter),
    search: search.trim(),
    sort: isEqual(sort, defaultSort) ? [] : sort,
    columns,
  };
}

/**
 * Saves a view for its owner. Throws forbidden, viewNameTaken, savedViewLimit, cannotShareViews, unknownAudience and, like a list
 * query, unknownColumn, unknownOperator, invalidFilterValue.
 */
export async function createView(
  db: Db,
  actor: Actor,
  { resource, ...input }: SavedView & { resource: string },
): Promise<CustomView> {
  const list = readableList(actor, resource);
  const audience = await validateSharing(db, actor, input.sharing, null);
  const content = await contentOf(db, actor, list, input);
  await purgeViews(db);
  if ((await countOwn(db, actor.id, resource)) >= limits.savedViews) {
    throw new PortalError('savedViewLimit', { params: { limit: limits.savedViews } });
  }
  const { name, description, base } = input;
  const columns = { name, description, base, content, ...audience, updated_by: actor.name };
  const id = await insertView(db, { ...columns, resource, owner_id: actor.id, owner_name: actor.name });
  const created = await requireVisible(db, actor, id);
  await recordViewChange(db, actor, 'ADD_VIEW', null, created);
  return toCustomView(db, actor, list, created);
}

/** A view visible to the actor, locked. Throws notFound. */
const requireVisible = async (db: Db, actor: Actor, id: string, deleted = false): Promise<StoredView> =>
  existing(await lockView(db, actor.id, id, deleted));

/** A saved view visible to the actor. Throws notFound; forbidden for a list that the actor may not read. */
export async function getView(db: Db, actor: Actor, id: string): Promise<CustomView> {
  const stored = await requireVisible(db, actor, id);
  return toCustomView(db, actor, readableList(actor, stored.resource), stored);
}

/**
 * A view that the actor may change, locked. Throws notFound; forbidden for a list that the actor may not read; cannotShareViews
 * for a shared view without SHARE-VIEWS.
 */
async function requireChangeable(db: Db, actor: Actor, id: string, deleted = false) {
  const stored = await requireVisible(db, actor, id, deleted);
  const list = readableList(actor, stored.resource);
  if (!hasBase(actor, list, stored)) throw new PortalError('notFound');
  if (!mayChange(actor, stored)) throw new PortalError('cannotShareViews');
  return { stored, list };
}

/**
 * Changes a view; a save without changes records no event. `ifMatch` is the version that the actor read. Throws notFound,
 * forbidden, conflict, and what createView throws.
 */
export async function changeView(
  db: Db,
  actor: Actor,
  id: string,
  input: SavedView,
  ifMatch: number | undefined,
): Promise<CustomView> {
  const { stored: before, list } = await requireChangeable(db, actor, id);
  assertCurrent(before, ifMatch);
  const audience = await validateSharing(db, actor, input.sharing, before.role_id);
  const content = await contentOf(db, actor, list, input);
  const { name, description, base } = input;
  const columns = { name, description, base, content, ...audience };
  const { name: n, description: d, base: b, content: c, role_id, everyone } = before;
  if (isEqual(columns, { name: n, description: d, base: b, content: c, role_id, everyone })) {
    return toCustomView(db, actor, list, before);
  }
  await updateView(db, id, { ...columns, updated_by: actor.name });
  const after = { ...before, ...columns, version: before.version + 1, role_name: await roleName(db, audience.role_id) };
  await recordViewChange(db, actor, 'MODIFY_VIEW', before, after);
  return toCustomView(db, actor, list, after);
}

const roleName = async (db: Db, id: string | null) =>
  id === null ? null : ((await rolesToShareWith(db, null)).find((role) => role.id === id)?.name ?? null);
/** Compares values regardless of the order of keys, which jsonb does not preserve. */
const isEqual = (a: unknown, b: unknown) => ordered(a) === ordered(b);
const ordered = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Deletes a view, which can be restored for an hour. Throws notFound, forbidden, cannotShareViews. */
export async function removeView(db: Db, actor: Actor, id: string): Promise<void> {
  const { stored } = await requireChangeable(db, actor, id);
  await purgeViews(db);
  await markDeleted(db, id, true);
  await recordViewChange(db, actor, 'DELETE_VIEW', stored, null);
}

/** Restores a deleted view. Throws notFound, also after an hour; viewNameTaken, savedViewLimit, cannotShareViews. */
export async function restoreView(db: Db, actor: Actor, id: string): Promise<CustomView> {
  const { stored, list } = await requireChangeable(db, actor, id, true);
  if (isShared(stored) && !can.shareViews.holds(actor.authority)) throw new PortalError('cannotShareViews');
  if (stored.owner_id && (await countOwn(db, stored.owner_id, stored.resource)) >= limits.savedViews) {
    throw new PortalError('savedViewLimit', { params: { limit: limits.savedViews } });
  }
  await markDeleted(db, id, false);
  const restored = { ...stored, version: stored.version + 1 };
  await recordViewChange(db, actor, 'ADD_VIEW', null, restored);
  return toCustomView(db, actor, list, restored);
}

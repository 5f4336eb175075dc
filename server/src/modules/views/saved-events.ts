import type { EventChange, EventType } from '@keyward/contract/activity';
import type { StoredView } from '#core/list/views/saved.ts';
import { record } from '#core/events/record.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { isShared } from './shape.ts';

/** A view in an event, without the details of a private view. */
function loggedFields(view: StoredView | null): Record<string, string> {
  if (!view || !isShared(view)) return {};
  const { content } = view;
  return {
    name: view.name,
    description: view.description,
    sharing: view.role_name ?? 'everyone',
    filter: Object.entries(content.filter)
      .map(([column, text]) => `${column}=${text}`)
      .join(' '),
    search: content.search,
    sort: content.sort.map(([column, order]) => `${column}:${order}`).join(','),
    columns: content.columns.map((column) => column.accessorKey).join(','),
  };
}

/** The event of a view change; see docs/decisions/0014. */
export async function recordViewChange(
  db: Db,
  actor: Actor,
  event: EventType,
  before: StoredView | null,
  after: StoredView | null,
) {
  const [old, now] = [loggedFields(before), loggedFields(after)];
  const changes = [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((attribute): EventChange[] => {
    const [oldValue, newValue] = [old[attribute] || null, now[attribute] || null];
    return oldValue === newValue ? [] : [{ attribute, oldValue, newValue }];
  });
  await record(db, actor, {
    event,
    result: 'success',
    // the name of a private view is visible only to its owner
    entity: { domain: 'view', id: (after ?? before)?.id ?? null, name: now.name ?? old.name ?? '' },
    changes,
  });
}

import type { EventChange, EventType } from '@keyward/contract/activity';
import type { StoredView } from '#core/list/views/saved.ts';
import { record } from '#core/events/record.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { isShared } from './shape.ts';

/** What an event tells of a view: nothing of one that is its owner's alone. */
function told(view: StoredView | null): Record<string, string> {
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

/** The one event of a view's change; see docs/decisions/0014. */
export async function tell(
  db: Db,
  actor: Actor,
  event: EventType,
  before: StoredView | null,
  after: StoredView | null,
) {
  const [old, now] = [told(before), told(after)];
  const changes = [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((attribute): EventChange[] => {
    const [oldValue, newValue] = [old[attribute] || null, now[attribute] || null];
    return oldValue === newValue ? [] : [{ attribute, oldValue, newValue }];
  });
  await record(db, actor, {
    event,
    result: 'success',
    // a private view's name is nobody's business but its owner's
    entity: { domain: 'view', id: (after ?? before)?.id ?? null, name: now.name ?? old.name ?? '' },
    changes,
  });
}

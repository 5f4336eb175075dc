import type { Event } from '@keyward/contract/activity';
import { type Happened, happeningOf } from '@keyward/contract/happened';
import type { TFunction } from 'i18next';
import { valueAt } from '#lib/values.ts';

/** The text key for an event: more exact than its type, where its result and its changes say more. */
export function happenedKey(event: Pick<Event, 'event' | 'result' | 'description'>) {
  const happening = happeningOf({ ...event, changes: event.description.changes });
  return happening ? (`activity.happened.${happening}` as const) : (`activity.event.${event.event}` as const);
}

/** 'Unlocked', where the type of the event says 'Lock/unlock'. */
export const happenedText = (t: TFunction, event: Parameters<typeof happenedKey>[0]): string => t(happenedKey(event));

const isEvent = (row: object): row is Happened & { description: { changes: NonNullable<Happened['changes']> } } =>
  'event' in row && typeof row.event === 'string' && Array.isArray(valueAt(row, 'description.changes'));

/** The same for a row as the API returns it, for files. */
export const happeningIn = (row: object): string | undefined =>
  isEvent(row) ? happeningOf({ ...row, changes: row.description.changes }) : undefined;

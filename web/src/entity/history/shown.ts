import { type EventType, eventTypes } from '@keyward/contract/activity';
import { rangeText } from '#parts/pictures/bars.ts';
import { isDay, rangeOfDay } from '#lib/days.ts';

/** `entity_id`: the events about an object; `agent_id`: those that a profile caused. */
export type HistoryOf = 'entity_id' | 'agent_id';
/** Parameters of an address that select the shown events; details in list/url.ts. */
export type HistorySearch = { of?: string | undefined; events?: string | undefined; day?: string | undefined };

export type Shown = { column: HistoryOf; events: EventType[]; day: string | undefined };

/** Reads the parameters and ignores invalid values. `by`: the columns in which the object has events, the default first. */
export function shownOf({ of, events, day }: HistorySearch, by: readonly HistoryOf[]): Shown {
  const wanted = events?.split(',') ?? [];
  return {
    column: by.find((one) => one === of) ?? by[0] ?? 'entity_id',
    events: eventTypes.filter((type) => wanted.includes(type)),
    day: isDay(day) ? day : undefined,
  };
}

/** The filters of the list of events with exactly these rows. */
export function filtersOf(id: string, { column, events, day }: Shown, zone: string): Record<string, string> {
  const range = day === undefined ? undefined : rangeOfDay(day, zone);
  return {
    [column]: id,
    ...(events.length > 0 ? { event: events.join() } : {}),
    ...(range ? { event_time: rangeText(range.from, range.to) } : {}),
  };
}

/** The search parameters that show the same rows on that list's page. */
export const rowsOf = (filters: Readonly<Record<string, string>>): Record<string, string> => ({
  custom_view: 'Overview',
  ...Object.fromEntries(Object.entries(filters).map(([column, filter]) => [`filter.${column}`, filter])),
});

// The times at which the events of a query begin and end.
import { newParams, runWithParams } from '#core/list/params.ts';
import type { Resolved } from '#core/list/resolve.ts';
import type { Db } from '#db/tenant.ts';
import { testsOf } from './slots.ts';

/** In milliseconds; `end` is after the last one. */
export type EventBounds = { first: number; end: number };

/** A range with all events at the locations of a query: from the day of the first to after the last, or after now. */
export async function findBounds(
  db: Db,
  { scope, locations }: Pick<Resolved, 'scope' | 'locations'>,
  now: number,
): Promise<EventBounds> {
  if (scope?.length === 0) return { first: now, end: now + 1 };
  const params = newParams(db.tenantId);
  const tests = [params.own('x'), ...testsOf({ scope, locations }, params).sets].join(' and ');
  const later = `x.event_time > ${params.add(new Date(now).toISOString(), 'timestamptz')}`;
  const [bounds] = await runWithParams<{ first: number | null; last: number | null }>(
    db,
    `select (extract(epoch from (select min(x.day) from event_day x where ${tests})) * 1000)::bigint as first,
      (ceil(extract(epoch from (select max(x.event_time) from event x where ${tests} and ${later})) * 1000))::bigint as last`,
    params,
    { once: true },
  );
  return { first: bounds?.first ?? now, end: (bounds?.last ?? now) + 1 };
}

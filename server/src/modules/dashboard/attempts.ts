import { type Attempts, maxAttemptRows, maxWeekDays } from '@keyward/contract/dashboard';
import type { Actor } from '#core/auth/session.ts';
import { dayMs } from '#core/device-history/range.ts';
import { ownLocations } from '#core/list/conditions/scope.ts';
import { invalidFilterValue } from '#core/list/refusals.ts';
import { tagDefinitions } from '#core/tags/queries.ts';
import type { Db } from '#db/tenant.ts';
import { readSpan, resolveFilters, type WeekRequest } from './activity.ts';
import { countAttempts } from '#core/events/attempts.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * The refused attempts of a range at each location and of each person, as many as the list of events has with the same filters.
 * Throws what readWeek throws.
 */
export async function readAttempts(db: Db, actor: Actor, request: WeekRequest): Promise<Attempts> {
  const { from, to } = readSpan(request);
  if (from >= to || to - from > maxWeekDays * dayMs) throw invalidFilterValue('to', request.to);
  const range = { from, to, ...(await resolveFilters(db, actor, request.filters)) };
  const counts = await countAttempts(db, range, await ownLocations(db, actor));
  const people = counts.filter((row) => row.of === 'person');
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    total: people.reduce((sum, { n }) => sum + n, 0),
    locations: ranked(
      await nameLocations(
        db,
        counts.filter((row) => row.of === 'location'),
      ),
    ),
    people: ranked(people.map(({ id, name, n }) => ({ id, name, count: n }))),
  };
}

/** Names the locations. A deleted location is left out, because no filter leads to its rows. */
async function nameLocations(db: Db, counts: readonly { id: string | null; n: number }[]) {
  const definitions = await tagDefinitions(db, { isLocation: true });
  const named = new Map(
    definitions.flatMap(({ id: tag, values }) => values.map(({ id, name }) => [id, { tag, name }] as const)),
  );
  return counts.flatMap(({ id, n: count }): Attempts['locations']['rows'] => {
    if (id === null) return [{ tag: definitions[0]?.id ?? null, name: null, count }];
    const location = named.get(id);
    return location ? [{ ...location, count }] : [];
  });
}

/** The most frequent rows, ties by name. Comparing names is slow, so only rows that may be among the first are compared. */
function ranked<T extends { name: string | null; count: number }>(rows: readonly T[]) {
  const least = rows.map(({ count }) => count).toSorted((a, b) => b - a)[maxAttemptRows - 1] ?? 0;
  const first = rows
    .filter(({ count }) => count >= least)
    .toSorted((a, b) => b.count - a.count || collator.compare(a.name ?? '', b.name ?? ''));
  return { rows: first.slice(0, maxAttemptRows), more: Math.max(0, rows.length - maxAttemptRows) };
}

import { insertRows } from '#db/bulk.ts';
import { sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import { aggregation, batchSize } from './new-counts.ts';

/**
 * Moves rows that `writeEvents` left in event_party_new into event_party_total and returns their number. The sum of
 * both tables never changes; concurrent runs take different rows.
 */
export async function aggregateParties(db: Db): Promise<number> {
  const taken = await db
    .deleteFrom('event_party_new as n')
    .where('n.id', 'in', (eb) =>
      eb.selectFrom('event_party_new as o').select('o.id').orderBy('o.id').limit(batchSize).forUpdate().skipLocked(),
    )
    .returning(['n.party_id', 'n.location_set_id', 'n.as_agent', 'n.as_entity', 'n.as_both'])
    .execute();
  const sums = new Map<string, (typeof taken)[number]>();
  for (const row of taken) {
    const key = `${row.party_id}/${row.location_set_id}`;
    const sum = sums.get(key);
    if (!sum) sums.set(key, row);
    else {
      sum.as_agent += row.as_agent;
      sum.as_entity += row.as_entity;
      sum.as_both += row.as_both;
    }
  }
  await insertRows(
    db,
    sql`event_party_total as t (tenant_id, party_id, location_set_id, as_agent, as_entity, as_both)`,
    // consistent lock order prevents deadlocks
    [...sums]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, s]) => [s.party_id, s.location_set_id, s.as_agent, s.as_entity, s.as_both]),
    sql`on conflict (tenant_id, party_id, location_set_id) do update set as_agent = t.as_agent + excluded.as_agent,
       as_entity = t.as_entity + excluded.as_entity, as_both = t.as_both + excluded.as_both`,
  );
  return taken.length;
}

export const partyTotals = aggregation('party-totals', aggregateParties);

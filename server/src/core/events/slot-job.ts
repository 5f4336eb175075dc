import { insertRows } from '#db/bulk.ts';
import { runSql, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import { aggregation, batchSize } from './new-counts.ts';
import { everySet } from './slots.ts';

type Row = [minutes: number, set: string, slot: string, event: string, n: number];

/**
 * Moves rows of event_slot_new into event_slot: by quarter hour and by day, of their location set and of all sets.
 * Returns their number, 0 while another transaction adds to the slots of the tenant. The sum of both tables never changes.
 */
export async function aggregateSlots(db: Db): Promise<number> {
  // the lock of 0093_scope_slots.sql; other tenants need not wait while a scope of this one is summed up
  const [lock] = await runSql<{ isFree: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(hashtextextended('slots ' || ${db.tenantId}::text, 0)) as "isFree"`,
  );
  if (!lock?.isFree) return 0;
  const taken = await db
    .deleteFrom('event_slot_new as n')
    .where('n.id', 'in', (eb) =>
      eb.selectFrom('event_slot_new as o').select('o.id').orderBy('o.id').limit(batchSize).forUpdate().skipLocked(),
    )
    .returning(['n.location_set_id', 'n.slot', 'n.event', 'n.n'])
    .execute();
  const sums = new Map<string, Row>();
  const add = (...row: Row) => {
    const key = row.slice(0, 4).join('/');
    const sum = sums.get(key);
    if (sum) sum[4] += row[4];
    else sums.set(key, row);
  };
  for (const { location_set_id, slot, event, n } of taken) {
    const day = `${slot.slice(0, 10)}T00:00:00.000Z`;
    for (const set of [location_set_id, everySet]) {
      add(15, set, slot, event, n);
      add(1440, set, day, event, n);
    }
  }
  await insertRows(
    db,
    sql`event_slot as t (tenant_id, minutes, location_set_id, slot, event, n)`,
    // consistent lock order prevents deadlocks
    [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
    sql`on conflict (tenant_id, minutes, location_set_id, slot, event) do update set n = t.n + excluded.n`,
  );
  return taken.length;
}

export const slotTotals = aggregation('slot-totals', aggregateSlots);

import type pg from 'pg';

/** Deletes the tenant's events with all their counters. */
export async function deleteEvents(system: pg.Pool, tenantId: string): Promise<void> {
  for (const table of ['event', 'event_total', 'event_count', 'event_day', 'event_slot', 'event_slot_new'])
    await system.query(`delete from ${table} where tenant_id = $1`, [tenantId]);
}

import type { Event } from '@keyward/contract/activity';
import { reasonOf } from '@keyward/contract/refusals';
import { runSql, own, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import { aggregation, batchSize } from './new-counts.ts';

type Unfilled = { event_time: string; id: string; body: string };

/**
 * Fills the reason of refusals that were written without the column, newest first. Returns their number. Concurrent runs
 * take different events.
 */
export async function fillReasons(db: Db): Promise<number> {
  const events = await runSql<Unfilled>(
    db,
    // as in the index event_without_reason
    sql`select e.event_time::text, e.id, e.body from event e
      where ${own('e')} and e.reason is null and e.result = 'unauthorized'
      order by e.event_time desc, e.id desc limit ${batchSize} for no key update skip locked`,
  );
  if (events.length === 0) return 0;
  const reasons = events.map(({ body }) => {
    const event: Event = JSON.parse(body);
    return reasonOf(event) ?? '';
  });
  await runSql(
    db,
    sql`update event e set reason = v.reason
      from unnest(${events.map((e) => e.event_time)}::timestamptz[], ${events.map((e) => e.id)}::uuid[], ${reasons}::text[])
        v(event_time, id, reason)
      where ${own('e')} and e.event_time = v.event_time and e.id = v.id`,
  );
  return events.length;
}

export const reasonFill = aggregation('reason-fill', fillReasons);

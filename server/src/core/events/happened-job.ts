import type { Event } from '@keyward/contract/activity';
import { happeningOf } from '@keyward/contract/happened';
import { runSql, own, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import { aggregation, batchSize } from './new-counts.ts';

type Unfilled = { event_time: string; id: string; body: string };

/**
 * Fills the column `happened` of events that were written without it, newest first. Returns their number. Concurrent runs take
 * different events.
 */
export async function fillHappened(db: Db): Promise<number> {
  const events = await runSql<Unfilled>(
    db,
    // as in the index event_unfilled
    sql`select e.event_time::text, e.id, e.body from event e
      where ${own('e')} and e.happened is null
        and e.event in ('LOCK_UNLOCK', 'DUAL_AUTHORIZATION_UNLOCK', 'ARM_DISARM_ALARM', 'KEY_CHECKOUT', 'KEY_CHECKIN')
      order by e.event_time desc, e.id desc limit ${batchSize} for no key update skip locked`,
  );
  if (events.length === 0) return 0;
  const values = events.map(({ body }) => {
    const event: Event = JSON.parse(body);
    return happeningOf({ ...event, changes: event.description.changes }) ?? '';
  });
  await runSql(
    db,
    sql`update event e set happened = v.happened
      from unnest(${events.map((e) => e.event_time)}::timestamptz[], ${events.map((e) => e.id)}::uuid[], ${values}::text[])
        v(event_time, id, happened)
      where ${own('e')} and e.event_time = v.event_time and e.id = v.id`,
  );
  return events.length;
}

export const happenedFill = aggregation('happened-fill', fillHappened);

import { keptSince } from './readings.ts';
import { clock } from '#core/clock.ts';
import { inEveryTenant } from '#core/jobs/housekeeping.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';

/** Makes room for the readings of the months ahead, and removes the history that is no longer kept. */
export const oldHistory = defineJob({
  name: 'old-history',
  every: '15 2 * * *',
  run: async (_payload, context: JobContext) => {
    const before = keptSince(clock.now()).toISOString();
    const { rows } = await context.database.system.query<{ made: number; dropped: number }>(
      'select ensure_reading_partitions(now(), 3) as made, drop_reading_partitions($1) as dropped',
      [before],
    );
    const ended = await inEveryTenant('old-history', context, (db) =>
      db.deleteFrom('controller_connection').where('until', '<', before),
    );
    context.log.info({ ...rows[0], ended }, 'months of readings made and dropped, old connections deleted');
  },
});

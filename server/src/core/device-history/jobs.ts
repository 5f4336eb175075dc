import { historyStart } from './readings.ts';
import { clock } from '#core/clock.ts';
import { inEveryTenant } from '#core/jobs/housekeeping.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { queryPatiently } from '#db/patience.ts';

/** Makes partitions for the readings of the months ahead, and drops those of the months that are no longer kept. */
export const oldHistory = defineJob({
  name: 'old-history',
  every: '15 2 * * *',
  run: async (_payload, { database: { system }, log }: JobContext) => {
    const before = historyStart(clock.now()).toISOString();
    // one after the other: the first keeps the default partition locked until its transaction ends
    const [made] = await queryPatiently<{ made: number }>(system, 'select ensure_reading_partitions(now(), 3) as made');
    const [dropped] = await queryPatiently<{ dropped: number }>(
      system,
      'select drop_reading_partitions($1) as dropped',
      [before],
    );
    log.info({ ...made, ...dropped }, 'months of readings made and dropped');
  },
});

/** Deletes the connections of controllers that ended before the history that is kept. */
export const oldConnections = defineJob({
  name: 'old-connections',
  every: '25 2 * * *',
  run: async (_payload, context: JobContext) => {
    const before = historyStart(clock.now()).toISOString();
    const removed = await inEveryTenant('old-connections', context, (db) =>
      db.deleteFrom('controller_connection').where('until', '<', before),
    );
    context.log.info({ removed }, 'deleted old connections of controllers');
  },
});

import { keptSince } from './readings.ts';
import { clock } from '#core/clock.ts';
import { inEveryTenant } from '#core/jobs/housekeeping.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { queryPatiently } from '#db/patience.ts';

/** Makes room for the readings of the months ahead, and removes the history that is no longer kept. */
export const oldHistory = defineJob({
  name: 'old-history',
  every: '15 2 * * *',
  run: async (_payload, context: JobContext) => {
    const before = keptSince(clock.now()).toISOString();
    const ended = await inEveryTenant('old-history', context, (db) =>
      db.deleteFrom('controller_connection').where('until', '<', before),
    );
    const { system } = context.database;
    // one after the other: the first keeps the default partition locked until its transaction ends
    const [made] = await queryPatiently<{ made: number }>(system, 'select ensure_reading_partitions(now(), 3) as made');
    const [dropped] = await queryPatiently<{ dropped: number }>(
      system,
      'select drop_reading_partitions($1) as dropped',
      [before],
    );
    context.log.info({ ...made, ...dropped, ended }, 'months of readings made and dropped, old connections deleted');
  },
});

import { inEveryTenant } from '#core/jobs/housekeeping.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { oldAnswers } from './redeem-queries.ts';
import { drainedEntries } from './tries-queries.ts';

/** Deletes answers to controllers that are too old to be repeated, and wrong entries that no longer count. */
export const oldUses = defineJob({
  name: 'old-uses',
  every: '25 3 * * *',
  run: async (_payload, context: JobContext) => {
    const removed = await inEveryTenant('old-uses', context, oldAnswers, drainedEntries);
    context.log.info({ removed }, 'deleted old answers to controllers and drained wrong entries');
  },
});

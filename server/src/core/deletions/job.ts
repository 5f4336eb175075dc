import { inEveryTenant } from '#core/jobs/housekeeping.ts';
import { defineJob } from '#core/jobs/job.ts';
import { deleteOldDeletions } from './store.ts';

/** What was deleted too long ago to be restored, gone for good. */
export const oldDeletions = defineJob({
  name: 'old-deletions',
  every: '25 * * * *',
  run: async (_payload, context) => {
    const removed = await inEveryTenant('old-deletions', context, deleteOldDeletions);
    context.log.info({ removed }, 'deleted what can no longer be restored');
  },
});

import { inEveryTenant } from '#core/jobs/housekeeping.ts';
import { defineJob } from '#core/jobs/job.ts';
import { deleteOldDeletions } from './store.ts';

/** Deletes for good the snapshots of rows that were deleted too long ago to be restored. */
export const oldDeletions = defineJob({
  name: 'old-deletions',
  every: '25 * * * *',
  run: async (_payload, context) => {
    const removed = await inEveryTenant('old-deletions', context, deleteOldDeletions);
    context.log.info({ removed }, 'deleted what can no longer be restored');
  },
});

import { inEveryTenant } from '#core/jobs/housekeeping.ts';
import { defineJob } from '#core/jobs/job.ts';
import { deleteOldChanges } from './queries.ts';

/** Deletes stored changes to several rows that can no longer be undone. */
export const oldBulkChanges = defineJob({
  name: 'old-bulk-changes',
  every: '35 3 * * *',
  run: async (_payload, context) => {
    const removed = await inEveryTenant('old-bulk-changes', context, deleteOldChanges);
    context.log.info({ removed }, 'deleted changes to several rows that cannot be undone any more');
  },
});

import { sql } from 'kysely';
import { inEveryTenant } from '#core/jobs/housekeeping.ts';
import { defineJob } from '#core/jobs/job.ts';

/** Days for which entries are kept, read or not. */
const retentionDays = 90;
export const oldEntries = defineJob({
  name: 'old-inbox-entries',
  every: '35 3 * * *',
  run: async (_payload, context) => {
    const removed = await inEveryTenant('old-inbox-entries', context, (db) =>
      db
        .deleteFrom('inbox_entry')
        .where('created_at', '<', sql<string>`now() - make_interval(days => ${retentionDays})`),
    );
    context.log.info({ removed }, 'deleted old inbox entries');
  },
});

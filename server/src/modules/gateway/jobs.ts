import { redeemDays } from '@keyward/contract/redeem';
import { sql } from 'kysely';
import { inEveryTenant } from '#core/jobs/housekeeping.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';

/** Answers to controllers' numbers after their time, and wrong entries that have drained away. */
export const oldUses = defineJob({
  name: 'old-uses',
  every: '25 3 * * *',
  run: async (_payload, { database, log }: JobContext) => {
    const ago = sql<string>`now() - make_interval(days => ${redeemDays})`;
    const removed = await inEveryTenant(database, (db) => db.deleteFrom('secure_key_use').where('at', '<', ago));
    const drained = await inEveryTenant(database, (db) =>
      db.deleteFrom('wrong_entry').where('updated_at', '<', sql<string>`now() - interval '1 day'`),
    );
    log.info({ removed, drained }, 'deleted old answers to controllers and drained wrong entries');
  },
});

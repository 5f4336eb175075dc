import { type Db, inTenant } from '#db/tenant.ts';
import { defineJob, type Job, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant } from '#core/jobs/tenants.ts';

/** Rows per batch; bounds the time that their counters stay locked. */
export const batchSize = 5000;

/** A job that adds up new counts of every tenant each minute. `aggregate` takes up to `batchSize` rows; returns their number. */
export const aggregation = (name: string, aggregate: (db: Db) => Promise<number>): Job =>
  defineJob({
    name,
    every: '* * * * *',
    run: async (_payload, context: JobContext) => {
      let added = 0;
      await forEachTenant(name, context, async (id) => {
        for (let taken = batchSize; taken === batchSize;) {
          taken = await inTenant(context.database.system, id, aggregate);
          added += taken;
        }
      });
      context.log.debug({ added }, `${name} updated`);
    },
  });

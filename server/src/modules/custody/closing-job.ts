import { clock } from '#core/clock.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant, inActiveTenant } from '#core/jobs/tenants.ts';
import { checkClosings } from './closing.ts';

/**
 * Runs every minute in every tenant. A check that failed, or that a stopped process missed, is made up for until the location
 * opens.
 */
export const closingChecks = defineJob({
  name: 'closing-checks',
  every: '* * * * *',
  run: async (_payload, context: JobContext) => {
    const { database, vault } = context;
    const at = clock.now();
    const check = (id: string) => inActiveTenant(database.system, id, (db) => checkClosings(db, vault, at));
    await forEachTenant('closing-checks', context, check);
  },
});

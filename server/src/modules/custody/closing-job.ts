import { runInBackground } from '#core/jobs/background.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { inTenant } from '#db/tenant.ts';
import { checkClosings } from './closing.ts';

/**
 * Every minute, in every tenant: what a process that was down missed is made up for until the location opens. So is what failed, which
 * is logged and keeps no other tenant from its checks.
 */
export const closingChecks = defineJob({
  name: 'closing-checks',
  every: '* * * * *',
  run: async (_payload, { database, vault, log }: JobContext) => {
    const tenants = await database.system.query<{ id: string }>('select id from tenant where suspended_at is null');
    const at = new Date();
    for (const { id } of tenants.rows) {
      // oxlint-disable-next-line no-await-in-loop -- one tenant after the other: few have a location that closes now
      await runInBackground('job closing-checks', log.child({ tenant: id }), () =>
        inTenant(database.system, id, (db) => checkClosings(db, vault, at)),
      );
    }
  },
});

import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { inTenant } from '#db/tenant.ts';
import { checkClosings } from './closing.ts';

/** Every minute, in every tenant: what a process that was down missed is made up for until the location opens. */
export const closingChecks = defineJob({
  name: 'closing-checks',
  every: '* * * * *',
  run: async (_payload, { database, vault }: JobContext) => {
    const tenants = await database.system.query<{ id: string }>('select id from tenant where suspended_at is null');
    const at = new Date();
    for (const { id } of tenants.rows) {
      // oxlint-disable-next-line no-await-in-loop -- one tenant after the other: few have a location that closes now
      await inTenant(database.system, id, (db) => checkClosings(db, vault, at));
    }
  },
});

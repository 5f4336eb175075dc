// Jobs that do the same in every tenant.
import { runInBackground } from './background.ts';
import type { JobContext } from './job.ts';

type Which = { suspended?: boolean };

/**
 * Runs a job's work for one tenant after the other. What fails for one is logged and counted, and keeps no other from its own. The job
 * throws at the end if any failed, so that the queue tries it again. `suspended: false`: not for suspended tenants.
 */
export async function forEachTenant(
  job: string,
  { database, log }: Pick<JobContext, 'database' | 'log'>,
  work: (tenantId: string) => Promise<unknown>,
  { suspended = true }: Which = {},
): Promise<void> {
  const { rows } = await database.system.query<{ id: string }>(
    'select id from tenant where $1 or suspended_at is null order by id',
    [suspended],
  );
  let failed = 0;
  for (const { id } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- one tenant after the other: no job is in such a hurry
    if (!(await runInBackground(`job ${job}`, log.child({ tenant: id }), () => work(id)))) failed++;
  }
  if (failed > 0) throw new Error(`${job} failed for ${failed} of ${rows.length} tenants`);
}

// Jobs that do the same work in every tenant, and the transactions of jobs that leave out suspended tenants.
import type pg from 'pg';
import { type Db, inTenant } from '#db/tenant.ts';
import { runInBackground } from './background.ts';
import type { JobContext } from './job.ts';

export async function isSuspended(db: Db): Promise<boolean> {
  const { suspended_at: since } = await db
    .selectFrom('tenant')
    .select('suspended_at')
    .where('id', '=', db.tenantId)
    .executeTakeFirstOrThrow();
  return since !== null;
}

class SuspendedError extends Error {}

/**
 * Runs `work` in one transaction of a tenant; undefined if the tenant is suspended. A suspension during `work` rolls it back: no
 * profile may act by then, which a job would take for lost rights. Throws what `work` throws.
 */
export async function inActiveTenant<T>(
  pool: pg.Pool,
  tenantId: string,
  work: (db: Db) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await inTenant(pool, tenantId, async (db) => {
      if (await isSuspended(db)) return undefined;
      const result = await work(db);
      // a lock on the tenant would make its other changes wait for the job
      if (await isSuspended(db)) throw new SuspendedError();
      return result;
    });
  } catch (error) {
    if (error instanceof SuspendedError) return undefined;
    throw error;
  }
}

/**
 * Runs a job's work for one tenant after the other, suspended ones too. A failure in one is logged and counted, and does not stop
 * the others. The job throws at the end if any failed, so that the queue retries it.
 */
export async function forEachTenant(
  job: string,
  { database, log }: Pick<JobContext, 'database' | 'log'>,
  work: (tenantId: string) => Promise<unknown>,
): Promise<void> {
  const { rows } = await database.system.query<{ id: string }>('select id from tenant order by id');
  let failed = 0;
  for (const { id } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- sequential: these jobs are not urgent
    if (!(await runInBackground(`job ${job}`, log.child({ tenant: id }), () => work(id)))) failed++;
  }
  if (failed > 0) throw new Error(`${job} failed for ${failed} of ${rows.length} tenants`);
}

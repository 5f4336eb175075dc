import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { clock } from '#core/clock.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant } from '#core/jobs/tenants.ts';
import type { Database } from '#db/connect.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { markWhatIsDue, takeAllMarks } from './marks.ts';
import { refreshDue } from './refresh.ts';

/** Maximum controllers that one transaction judges, and its target duration in ms: calls of those controllers wait for it. */
const controllersAtOnce = 100;
const transactionMs = 100;
/** Time in ms after which the job goes to the end of the queue, so that other tenants do not wait for a large one. */
const runMs = 1000;

/**
 * Brings the controllers of a tenant up to date with everything that was committed before. Idempotent. Returns whether it is
 * done: it begins no transaction after `ms`. Between two transactions it pauses for twice as long as the last one took, so that
 * lists keep most of the database.
 */
export async function refreshControllers(
  { system }: Pick<Database, 'system'>,
  tenantId: string,
  ms = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const inOwnTenant = <T>(work: (db: Db) => Promise<T>) => inTenant(system, tenantId, work);
  const begun = performance.now();
  await takeAllMarks(inOwnTenant);
  for (let limit = 10; ;) {
    const start = performance.now();
    if (start - begun > ms) return false;
    const judged = await inOwnTenant((db) => refreshDue(db, limit));
    if (judged === 0) return true;
    const took = performance.now() - start;
    if (judged === limit) await sleep(2 * took);
    limit = Math.max(1, Math.min(controllersAtOnce, Math.floor(limit * Math.min(2, transactionMs / took))));
  }
}

const queueControllers = (db: Db) =>
  db.selectNoFrom((eb) => eb.fn('queue_controllers', [sql`${db.tenantId}::uuid`]).as('queued')).execute();

/** Queued by every transaction that changes the entries of controllers; jobs after the first find nothing to do. */
export const controllers = defineJob<{ tenantId: string }>({
  name: 'controllers',
  lane: 'urgent',
  run: async ({ tenantId }, { database }) => {
    if (!(await refreshControllers(database, tenantId, runMs)))
      await inTenant(database.system, tenantId, queueControllers);
  },
});

/** Every minute: handles beginnings and ends by time, and what a killed process left undone. */
export const dueControllers = defineJob({
  name: 'due-controllers',
  lane: 'urgent',
  every: '* * * * *',
  run: (_payload, context: JobContext) =>
    forEachTenant('due-controllers', context, (id) =>
      inTenant(context.database.system, id, async (db) => {
        if (await markWhatIsDue(db)) await queueControllers(db);
      }),
    ),
});

/** Age in days beyond which a version can no longer be the start of a delta. */
const retentionDays = 30;

/** Every night: deletes old versions, and removed entries that no delta names any more. */
export const oldControllerVersions = defineJob({
  name: 'old-controller-versions',
  every: '25 3 * * *',
  run: (_payload, context: JobContext) =>
    forEachTenant('old-controller-versions', context, (id) =>
      inTenant(context.database.system, id, (db) => forgetVersions(db, retentionDays)),
    ),
});

/** Deletes versions that are older than so many days, except the latest of each controller. */
async function forgetVersions(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('controller_version as v')
    .where('v.at', '<', new Date(clock.now().getTime() - days * 86_400_000).toISOString())
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('controller_state as s')
          .select('s.version')
          .whereRef('s.device_id', '=', 'v.controller_id')
          .whereRef('s.version', '>', 'v.version'),
      ),
    )
    .execute();
  await db
    .deleteFrom('controller_entry as e')
    .where('e.content', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('controller_version as v')
            .select('v.version')
            .whereRef('v.controller_id', '=', 'e.controller_id')
            .whereRef('v.version', '<', 'e.version'),
        ),
      ),
    )
    .execute();
}

import type { FastifyInstance } from 'fastify';
import { runInBackground } from '#core/jobs/background.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant, inActiveTenant } from '#core/jobs/tenants.ts';
import { type Change, onChange } from '#core/live/changes.ts';
import { inBatches } from '#db/batches.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { beginJudging, type Judging, judgeWatches } from './evaluate.ts';
import { dueOwners, isUrgent, lockWatches, ownersOf, planNext, takeEvents } from './queries.ts';

/** Events that are judged in one transaction. */
const eventsAtOnce = 500;
/** People whose watches are judged in one transaction: each keeps them from a change of their own for so long. */
const ownersAtOnce = 50;
/** A watch that does not wait for time is judged so often all the same, in case a change was missed. */
const latestMinutes = 10;

/** Judges by the events that no process has taken yet: exactly once, by any process that wrote them and at any time that they happened. */
async function judgeEvents(context: JobContext, tenantId: string): Promise<number | undefined> {
  return inActiveTenant(context.database.system, tenantId, async (db) => {
    const events = await takeEvents(db, eventsAtOnce);
    if (events.length === 0) return 0;
    const types = new Set(events.map(({ event }) => event));
    const watches = await lockWatches(db, { types: [...types] });
    const judging = await beginJudging(db, context, events);
    await judgeWatches(db, watches, judging);
    return events.length;
  });
}

/** Judges the watches of the people that `find` finds, of some of them in each transaction. */
async function judgeOwners(
  context: JobContext,
  tenantId: string,
  find: (db: Db) => Promise<string[]>,
  judge: (db: Db, owners: readonly string[], judging: Judging) => Promise<void>,
): Promise<void> {
  const { system } = context.database;
  const due = await inActiveTenant(system, tenantId, async (db) => ({
    judging: await beginJudging(db, context, null),
    owners: await find(db),
  }));
  if (!due) return;
  const { owners: all, judging } = due;
  await inBatches(all, (owners) => inActiveTenant(system, tenantId, (db) => judge(db, owners, judging)), ownersAtOnce);
}

/**
 * The watches of a list that changed. Queued in a second after the change, once for all changes until then. Those of a suspended tenant
 * wait for the job of each minute.
 */
export const watchesOfList = defineJob<{ tenantId: string; resource: string }>({
  name: 'watches',
  run: async ({ tenantId, resource }, context) => {
    if (resource === 'event') {
      while ((await judgeEvents(context, tenantId)) === eventsAtOnce);
      return;
    }
    await judgeOwners(
      context,
      tenantId,
      (db) => ownersOf(db, resource),
      async (db, owners, judging) => judgeWatches(db, await lockWatches(db, { owners, resource }), judging),
    );
  },
});

async function judgeByTime(context: JobContext, tenantId: string): Promise<void> {
  while ((await judgeEvents(context, tenantId)) === eventsAtOnce);
  await judgeOwners(context, tenantId, dueOwners, async (db, owners, judging) => {
    const watches = await lockWatches(db, { owners });
    // the others stay due, and each minute has a judgement of them; one that begins to wait for time becomes due again
    const others = watches.filter((watch) => !isUrgent(watch)).map((watch) => watch.id);
    await planNext(db, others, latestMinutes);
    await judgeWatches(db, watches, judging);
  });
}

/** Every minute: watches that wait for time or were not judged for long, and events whose process ended before it queued the job. */
export const watchesByTime = defineJob({
  name: 'watches-by-time',
  every: '* * * * *',
  run: (_payload, context: JobContext) => forEachTenant('watches-by-time', context, (id) => judgeByTime(context, id)),
});

/** How long the changes of this process are gathered before the job is queued, in ms. */
const gatherMs = 300;

/** Queues the judgement of lists that change in this process. A lost one is caught by the job of each minute. */
export function watchChanges(app: FastifyInstance): void {
  const { pool } = app.deps;
  let changed = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    const sending = changed;
    changed = new Map();
    void runInBackground('watches', app.log, async () => {
      for (const [tenantId, resources] of sending) {
        await inTenant(pool, tenantId, async (db) => {
          for (const one of resources) {
            await db
              .selectNoFrom((eb) => eb.fn('queue_watches', [eb.cast(eb.val(one), 'text')]).as('queued'))
              .execute();
          }
        });
      }
    });
  };
  const collect = (changes: readonly Change[]) => {
    for (const { tenantId, resource } of changes) {
      if (resource === 'inbox') continue;
      const resources = changed.get(tenantId) ?? new Set();
      changed.set(tenantId, resources.add(resource));
    }
    if (changed.size > 0) timer ??= setTimeout(flush, gatherMs).unref();
  };
  const stop = onChange(collect);
  app.addHook('preClose', () => {
    stop();
    clearTimeout(timer);
  });
}

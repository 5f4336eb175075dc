import type { FastifyInstance } from 'fastify';
import { runInBackground } from '#core/jobs/background.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant, inActiveTenant } from '#core/jobs/tenants.ts';
import { type Change, onChange } from '#core/live/changes.ts';
import { inTenant } from '#db/tenant.ts';
import { beginJudging, judgeWatches } from './evaluate.ts';
import { dueOwners, isUrgent, lockWatches, ownersOf, planNext, takeEvents } from './queries.ts';

/** Events that are judged in one transaction. */
const eventsAtOnce = 500;
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
    for (const [owner, own] of Map.groupBy(watches, (watch) => watch.owner_id)) {
      await judgeWatches(db, owner, own, judging);
    }
    return events.length;
  });
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
    const { system } = context.database;
    const due = await inActiveTenant(system, tenantId, async (db) => ({
      judging: await beginJudging(db, context, null),
      owners: await ownersOf(db, resource),
    }));
    if (!due) return;
    for (const { owner_id: owner } of due.owners) {
      await inActiveTenant(system, tenantId, async (db) => {
        const own = (await lockWatches(db, { owner })).filter((watch) => watch.resource === resource);
        await judgeWatches(db, owner, own, due.judging);
      });
    }
  },
});

async function judgeByTime(context: JobContext, tenantId: string): Promise<void> {
  const { system } = context.database;
  while ((await judgeEvents(context, tenantId)) === eventsAtOnce);
  const due = await inActiveTenant(system, tenantId, async (db) => ({
    judging: await beginJudging(db, context, null),
    owners: await dueOwners(db),
  }));
  if (!due) return;
  for (const { owner_id: owner } of due.owners) {
    await inActiveTenant(system, tenantId, async (db) => {
      const own = await lockWatches(db, { owner });
      // the others stay due, and each minute has a judgement of them; one that begins to wait for time becomes due again
      const others = own.filter((watch) => !isUrgent(watch)).map((watch) => watch.id);
      await planNext(db, others, latestMinutes);
      await judgeWatches(db, owner, own, due.judging);
    });
  }
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

import type { FastifyInstance } from 'fastify';
import { runInBackground } from '#core/jobs/background.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant, inActiveTenant } from '#core/jobs/tenants.ts';
import { type Change, onChange } from '#core/live/changes.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { lockBatch, ownersAtOnce } from './batch.ts';
import { beginJudging, type Judging, judgeWatches } from './evaluate.ts';
import {
  dueOwners,
  isUrgent,
  ownersAfter,
  ownersOf,
  planNext,
  type StoredWatch,
  storeRest,
  takeEvents,
  takeRest,
  type WatchOwner,
} from './queries.ts';

/** Maximum events that one transaction judges. */
const eventsAtOnce = 500;
/** Minutes after which a watch that does not depend on time is judged all the same, in case a change was missed. */
const latestMinutes = 10;

/**
 * Judges by the waiting events: each watch exactly once for each event, whichever process wrote it and whenever it happened. A
 * transaction takes the events and judges the watches of the first owners; those of the other owners are judged in the
 * transactions that follow, even after this process has ended.
 */
async function judgeEvents(context: JobContext, tenantId: string): Promise<void> {
  let begun: { rest: string; judging: Judging } | undefined;
  let more: boolean | undefined = true;
  while (more) {
    more = await inActiveTenant(context.database.system, tenantId, async (db) => {
      const rest = await takeRest(db);
      const events = rest?.events ?? (await takeEvents(db, eventsAtOnce));
      if (events.length === 0) return false;
      const among = { resource: 'event', types: [...new Set(events.map(({ event }) => event))] };
      const owners = await ownersAfter(db, among, rest?.after_owner, ownersAtOnce + 1);
      const { owners: judged, watches } = await lockBatch(db, owners, among);
      const last = judged.at(-1);
      const left = last && judged.length < owners.length ? await storeRest(db, events, last.id) : undefined;
      const judging = begun && begun.rest === rest?.id ? begun.judging : await beginJudging(db, context, events);
      await judgeWatches(db, watches, judging);
      begun = left === undefined ? undefined : { rest: left, judging };
      return rest !== undefined || left !== undefined || events.length === eventsAtOnce;
    });
  }
}

/** Judges the watches of the owners that `find` returns, some in each transaction; `resource`: only those of one list. */
async function judgeOwners(
  context: JobContext,
  tenantId: string,
  find: (db: Db) => Promise<WatchOwner[]>,
  judge: (db: Db, watches: readonly StoredWatch[], judging: Judging) => Promise<void>,
  resource?: string,
): Promise<void> {
  const { system } = context.database;
  const due = await inActiveTenant(system, tenantId, async (db) => ({
    judging: await beginJudging(db, context, null),
    left: await find(db),
  }));
  if (!due) return;
  let { left } = due;
  while (left.length > 0) {
    const owners = left;
    const judged = await inActiveTenant(system, tenantId, async (db) => {
      const batch = await lockBatch(db, owners, resource === undefined ? {} : { resource });
      await judge(db, batch.watches, due.judging);
      return batch.owners.length;
    });
    if (judged === undefined) return;
    left = owners.slice(judged);
  }
}

/**
 * Judges the watches of a list that changed. Queued within a second after the change, once for all changes until then. Those of a
 * suspended tenant wait for the job of each minute.
 */
export const watchesOfList = defineJob<{ tenantId: string; resource: string }>({
  name: 'watches',
  run: async ({ tenantId, resource }, context) => {
    if (resource === 'event') {
      await judgeEvents(context, tenantId);
      return;
    }
    await judgeOwners(context, tenantId, (db) => ownersOf(db, resource), judgeWatches, resource);
  },
});

async function judgeByTime(context: JobContext, tenantId: string): Promise<void> {
  await judgeEvents(context, tenantId);
  await judgeOwners(context, tenantId, dueOwners, async (db, watches, judging) => {
    // urgent ones stay due and are judged each minute; a watch that begins to depend on time becomes due again
    const others = watches.filter((watch) => !isUrgent(watch)).map((watch) => watch.id);
    await planNext(db, others, latestMinutes);
    await judgeWatches(db, watches, judging);
  });
}

/** Every minute: judges watches that depend on time or were not judged for long, and events whose job was never queued. */
export const watchesByTime = defineJob({
  name: 'watches-by-time',
  every: '* * * * *',
  run: (_payload, context: JobContext) => forEachTenant('watches-by-time', context, (id) => judgeByTime(context, id)),
});

/** Time in ms for which the changes of this process are gathered before the job is queued. */
const gatherMs = 300;

/** Queues the judgement of lists that change in this process. The job of each minute makes up for a lost one. */
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

// Work outside requests: a queue and a timetable in PostgreSQL, shared by all processes.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JobHelpers, Logger, run, runOnce, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { createPool } from '#db/pool.ts';
import { type RunningTask, reportFailure, type TaskControl, supervise } from './background.ts';
import type { AnyJob, JobContext, Lane } from './job.ts';

/** Runs a job and counts its failure; the queue itself logs and retries it. */
async function runCounted(job: AnyJob, payload: unknown, context: JobContext, queuedAt: Date): Promise<void> {
  try {
    await job.run(payload as never, context, queuedAt); // only this job's own module queues its payload
  } catch (error) {
    reportFailure(`job ${job.name}`, undefined, error);
    throw error;
  }
}
const taskList = (jobs: readonly AnyJob[], context: JobContext) =>
  Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload: unknown, helpers: JobHelpers) => runCounted(job, payload, context, helpers.job.created_at),
    ]),
  );

const workerLogger = ({ log }: JobContext) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ jobs: true }, message);
    else if (level === 'warning') log.warn({ jobs: true }, message);
    else log.debug({ jobs: true }, message);
  });

/** Number of jobs of a lane that run at once, in each process. */
const atOnce: Record<Lane, number> = { urgent: 2, usual: 2, long: 2, mail: 2 };

// a pool of its own: the queue's library expects the driver's Dates and keeps one connection to listen on
export const openPool = ({ database }: JobContext, lane: Lane): pg.Pool =>
  createPool(database.url, { max: atOnce[lane] + 2, driverTypes: true, name: 'keyward jobs' });

/** Interval in ms at which jobs of earlier runners are unlocked, while there are any. */
const unlockMs = 5_000;
/** Time in ms that a stopping runner waits for its last statements. */
const drainMs = 500;
/** Number of earlier runners that are remembered. */
const rememberedRunners = 100;

/**
 * The queue runner of a lane on its own pool. `workerIds` are those of all its runners in this process: jobs that an earlier one
 * could not release while the database was unavailable would stay locked for hours. One that did not stop in time may take a job
 * even after its successor has started, so they are unlocked at intervals.
 */
async function startRunner(
  context: JobContext,
  { lane, jobs }: { lane: Lane; jobs: readonly AnyJob[] },
  workerIds: Set<string>,
  self: TaskControl,
): Promise<RunningTask> {
  const pool = openPool(context, lane);
  const timetable = jobs.flatMap((job) =>
    job.every ? [`${job.every} ${job.name} ?max=3${job.catchUp ? '&fill=1d' : ''}`] : [],
  );
  const events: WorkerEvents = new EventEmitter();
  const earlier = [...workerIds].slice(-rememberedRunners);
  const unlock = () => pool.query('select graphile_worker.force_unlock_workers($1)', [earlier]);
  try {
    if (earlier.length > 0) await unlock();
    events.on('pool:create', ({ workerPool }) => workerIds.add(workerPool.id));
    events.on('job:complete', () => self.healthy());
    // it keeps the numbers of its jobs, which may have changed: a standby that took over may lack the newest rows
    events.on('pool:listen:error', ({ error }) => self.failed(error));
    const runner = await run({
      pgPool: pool,
      events,
      concurrency: atOnce[lane],
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: 2_000,
      taskList: taskList(jobs, context),
      // without either, the library looks for a file
      ...(timetable.length > 0 ? { crontab: timetable.join('\n') } : { parsedCronItems: [] }),
      logger: workerLogger(context),
    });
    const unlocking = earlier.length > 0 ? setInterval(() => void unlock().catch(self.failed), unlockMs) : undefined;
    return {
      ended: runner.promise.then(() => {
        throw new Error('the job runner ended');
      }),
      stop: async () => {
        clearInterval(unlocking);
        try {
          await runner.stop();
          // closing the pool strands callers that wait for a connection, such as a job that reports its completion
          for (const end = Date.now() + drainMs; pool.waitingCount > 0 && Date.now() < end;) await sleep(20);
        } finally {
          await pool.end();
        }
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Runs jobs until `stop`, which waits for running jobs. */
export function startJobs(context: JobContext, jobs: readonly AnyJob[]): { stop: () => Promise<void> } {
  const lanes = Map.groupBy(jobs, ({ lane = 'usual' }) => lane);
  const running = [...lanes].map(([lane, own]) => {
    const workerIds = new Set<string>();
    return supervise(lane === 'usual' ? 'jobs' : `${lane} jobs`, context.log, (self) =>
      startRunner(context, { lane, jobs: own }, workerIds, self),
    );
  });
  return { stop: async () => void (await Promise.all(running.map((lane) => lane.stop()))) };
}

/** Runs all queued jobs once, for tests. `pool` is from `openPool`; opening one each time costs more than the jobs. */
export async function runQueued(pool: pg.Pool, context: JobContext, jobs: readonly AnyJob[]): Promise<void> {
  await runOnce({
    pgPool: pool,
    noHandleSignals: true,
    taskList: taskList(jobs, context),
    logger: workerLogger(context),
  });
}

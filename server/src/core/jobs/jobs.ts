// Work outside requests: a queue and a timetable in PostgreSQL, shared by all processes.
import { EventEmitter } from 'node:events';
import { Logger, run, runOnce, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { createPool } from '#db/pool.ts';
import { type RunningTask, reportFailure, type TaskControl, supervise } from './background.ts';
import type { AnyJob, JobContext } from './job.ts';

/** The queue logs and retries a job that throws; this counts the failure. */
async function runCounted(job: AnyJob, payload: unknown, context: JobContext): Promise<void> {
  try {
    await job.run(payload as never, context); // only this job's own module queues its payload
  } catch (error) {
    reportFailure(`job ${job.name}`, undefined, error);
    throw error;
  }
}
const taskList = (jobs: readonly AnyJob[], context: JobContext) =>
  Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => runCounted(job, payload, context)]));

const workerLogger = ({ log }: JobContext) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ jobs: true }, message);
    else if (level === 'warning') log.warn({ jobs: true }, message);
    else log.debug({ jobs: true }, message);
  });

// a pool of its own: the queue's library expects the driver's Dates and keeps one connection to listen on
const openPool = ({ database }: JobContext): pg.Pool =>
  createPool(database.url, { max: 4, driverTypes: true, name: 'keyward jobs' });

/**
 * One queue runner on its own pool. `holders` are the worker ids of earlier runners of this process: jobs that they
 * could not release while the database was unavailable would stay locked for hours.
 */
async function startRunner(
  context: JobContext,
  jobs: readonly AnyJob[],
  holders: Set<string>,
  self: TaskControl,
): Promise<RunningTask> {
  const pool = openPool(context);
  const events: WorkerEvents = new EventEmitter();
  try {
    if (holders.size > 0) await pool.query('select graphile_worker.force_unlock_workers($1)', [[...holders]]);
    holders.clear();
    events.on('pool:create', ({ workerPool }) => holders.add(workerPool.id));
    events.on('job:complete', () => self.healthy());
    const runner = await run({
      pgPool: pool,
      events,
      concurrency: 2,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: 2_000,
      taskList: taskList(jobs, context),
      crontab: jobs.flatMap((job) => (job.every ? [`${job.every} ${job.name} ?max=3`] : [])).join('\n'),
      logger: workerLogger(context),
    });
    return {
      ended: runner.promise.then(() => {
        throw new Error('the job runner ended');
      }),
      stop: async () => {
        try {
          await runner.stop();
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
  const workerIds = new Set<string>();
  return supervise('jobs', context.log, (self) => startRunner(context, jobs, workerIds, self));
}

/** Runs all queued jobs once, for commands and tests. */
export async function runQueued(context: JobContext, jobs: readonly AnyJob[]): Promise<void> {
  const pool = openPool(context);
  try {
    await runOnce({
      pgPool: pool,
      noHandleSignals: true,
      taskList: taskList(jobs, context),
      logger: workerLogger(context),
    });
  } finally {
    await pool.end();
  }
}

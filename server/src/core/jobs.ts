// Work outside requests: a queue and a timetable in PostgreSQL, shared by all processes.
import { Logger, type Runner, run, runOnce } from 'graphile-worker';
import type pg from 'pg';
import { createPool } from '#db/pool.ts';
import type { AnyJob, JobContext } from './job.ts';

const taskList = (jobs: readonly AnyJob[], context: JobContext) =>
  // the payload is what this job's own module queued
  Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload as never, context)]));

const quiet = ({ log }: JobContext) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ jobs: true }, message);
    else if (level === 'warning') log.warn({ jobs: true }, message);
    else log.debug({ jobs: true }, message);
  });

// a pool of its own: the queue's library expects the driver's Dates, and listens on one connection for ever
const openPool = ({ database }: JobContext): pg.Pool =>
  createPool(database.url, { max: 4, driverTypes: true, name: 'keyward jobs' });

/** Runs the jobs until `stop`, which lets the running ones end. */
export async function startJobs(context: JobContext, jobs: readonly AnyJob[]) {
  const pool = openPool(context);
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 2_000,
    taskList: taskList(jobs, context),
    crontab: jobs.flatMap((job) => (job.every ? [`${job.every} ${job.name} ?max=3`] : [])).join('\n'),
    logger: quiet(context),
  });
  return {
    stop: async () => {
      await runner.stop();
      await pool.end();
    },
  };
}

/** Runs what is queued now, and comes back: for commands and tests. */
export async function runQueued(context: JobContext, jobs: readonly AnyJob[]): Promise<void> {
  const pool = openPool(context);
  try {
    await runOnce({ pgPool: pool, noHandleSignals: true, taskList: taskList(jobs, context), logger: quiet(context) });
  } finally {
    await pool.end();
  }
}

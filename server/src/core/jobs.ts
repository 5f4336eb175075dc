// Work outside requests: a queue and a timetable in PostgreSQL, shared by all processes.
import { Logger, type Runner, run } from 'graphile-worker';
import type pg from 'pg';
import { createPool } from '#db/pool.ts';
import { housekeeping } from './housekeeping.ts';
import type { Job, JobContext } from './job.ts';

/** Runs the jobs until `stop`, which lets the running ones end. */
export async function startJobs(context: JobContext, jobs: readonly Job[] = housekeeping) {
  const { database, log } = context;
  // a pool of its own: the queue's library expects the driver's Dates, and listens on one connection for ever
  const pool: pg.Pool = createPool(database.url, { max: 4, driverTypes: true, name: 'keyward jobs' });
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 2_000,
    taskList: Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload, context)])),
    crontab: jobs.flatMap((job) => (job.every ? [`${job.every} ${job.name} ?max=3`] : [])).join('\n'),
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ jobs: true }, message);
      else if (level === 'warning') log.warn({ jobs: true }, message);
      else log.debug({ jobs: true }, message);
    }),
  });
  return {
    stop: async () => {
      await runner.stop();
      await pool.end();
    },
  };
}

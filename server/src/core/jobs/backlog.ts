// The backlog of the queues of the whole installation, for /metrics.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { addGauge, type Figure } from '#core/metrics.ts';
import type { AnyJob, Lane } from './job.ts';

/** Time limit in ms, after which /metrics leaves out the figures of a database that does not answer. */
const patienceMs = 2_000;
const states = ['waiting', 'running', 'failed'] as const;
type JobCounts = Record<(typeof states)[number], number>;

/** Reads within the time limit; empty for a database that fails or is silent (see readiness). Later calls share a slow read. */
function patiently<T>(read: () => Promise<readonly T[]>): () => Promise<readonly T[]> {
  let running: Promise<readonly T[]> | undefined;
  return () => {
    running ??= read()
      .catch(() => [])
      .finally(() => (running = undefined));
    return Promise.race([running, sleep(patienceMs, [], { ref: false })]);
  };
}

/** Counts the jobs of each lane by state. A failed job has used all its tries, and stays until `removeFailedJobs`. */
async function countJobs(system: pg.Pool, lanes: ReadonlyMap<string, Lane>) {
  const { rows } = await system.query<{ name: string } & JobCounts>(`
    select task_identifier as name,
      count(*) filter (where locked_at is null and attempts < max_attempts) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed
    from graphile_worker.jobs group by task_identifier`);
  const counts = new Map<Lane, JobCounts>(
    [...lanes.values()].map((lane) => [lane, { waiting: 0, running: 0, failed: 0 }]),
  );
  for (const { name, ...row } of rows) {
    // a kind of job that a former release queued is not run by any lane
    const count = counts.get(lanes.get(name) ?? 'usual');
    for (const state of states) if (count) count[state] += row[state];
  }
  return [...counts].flatMap(([queue, count]): Figure<'queue' | 'state'>[] =>
    states.map((state) => ({ labels: { queue, state }, value: count[state] })),
  );
}

/** Deletes jobs, kept by the queue, that failed for good over a week ago. Returns the number. @param system the owner's pool */
export async function removeFailedJobs(system: pg.Pool): Promise<number> {
  const { rows } = await system.query<{ id: string }>(`
    select id from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'))`);
  return rows.length;
}

async function countMails(system: pg.Pool): Promise<Figure[]> {
  const { rows } = await system.query<{ value: number }>('select mails_waiting() as value');
  return rows;
}

/** Adds the figures of jobs by queue and state, and of waiting mails. @param system the owner's pool; no other may read them */
export function measureBacklog(registry: Registry, system: pg.Pool, jobs: readonly AnyJob[]): void {
  const lanes = new Map(jobs.map(({ name, lane = 'usual' }) => [name, lane]));
  addGauge(
    registry,
    {
      name: 'keyward_jobs',
      help: 'Background jobs of the installation, by queue and state',
      labels: ['queue', 'state'],
    },
    patiently(() => countJobs(system, lanes)),
  );
  addGauge(
    registry,
    { name: 'keyward_mails_waiting', help: 'Mails of the installation that are not sent yet' },
    patiently(() => countMails(system)),
  );
}

// What waits in the queues of the whole installation, for /metrics.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { addGauge, type Figure } from '#core/metrics.ts';
import type { AnyJob, Lane } from './job.ts';

/** /metrics goes on without the figures of a database that does not answer for this long. */
const patienceMs = 2_000;
const states = ['waiting', 'running', 'failed'] as const;
type JobCounts = Record<(typeof states)[number], number>;

/** What is read within the time; nothing from a database that fails or is silent, which readiness reports. Later calls share a read that is slow. */
function patiently<T>(read: () => Promise<readonly T[]>): () => Promise<readonly T[]> {
  let running: Promise<readonly T[]> | undefined;
  return () => {
    running ??= read()
      .catch(() => [])
      .finally(() => (running = undefined));
    return Promise.race([running, sleep(patienceMs, [], { ref: false })]);
  };
}

/** Counts the jobs of each lane by state. A failed one has had all its tries, and stays until `removeFailedJobs`. */
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
    // a kind of job that a former release queued is run by none
    const count = counts.get(lanes.get(name) ?? 'usual');
    for (const state of states) if (count) count[state] += row[state];
  }
  return [...counts].flatMap(([queue, count]): Figure<'queue' | 'state'>[] =>
    states.map((state) => ({ labels: { queue, state }, value: count[state] })),
  );
}

/** Deletes the jobs that had all their tries more than a week ago. The queue keeps them. Returns how many. @param system the pool of the owner */
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

/** Shows the jobs of each queue by state, and the mails that wait. @param system the pool of the owner, who alone may read them. */
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

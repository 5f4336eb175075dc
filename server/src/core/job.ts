import type { Logger } from 'pino';
import type { Database } from '#db/connect.ts';

export type JobContext = { database: Database; log: Logger };

export type Job<Payload = unknown> = {
  name: string;
  /** When it runs by itself, as in a crontab ('10 3 * * *'), in UTC. */
  every?: string;
  /** Throws when the work has to be tried again. May run twice: what it does must bear that. */
  run(payload: Payload, context: JobContext): Promise<void>;
};

/** A kind of job. It is queued in the transaction that causes it, by graphile_worker.add_job(name, payload). */
export const defineJob = <Payload = unknown>(job: Job<Payload>): Job<Payload> => job;

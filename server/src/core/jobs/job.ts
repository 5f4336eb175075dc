import type { Logger } from 'pino';
import type { Database } from '#db/connect.ts';
import type { MailKind } from '#mail-texts/texts.ts';
import type { Deliver, MailLink } from '#core/mail/transport.ts';
import type { Vault } from '#core/auth/secrets.ts';

export type JobContext = {
  database: Database;
  log: Logger;
  vault: Vault;
  /** Demo mode, in which the mails of the demo's tenants are sent. */
  demo: boolean;
  deliver: Deliver;
  /** PUBLIC_URL, or the address that the server listens on; see `portalAddress`. */
  portalBase: string;
  /** The link of the button in each kind of mail. */
  mailLinks: Readonly<Partial<Record<MailKind, MailLink>>>;
};

/**
 * A job waits only for those of its lane. `urgent`: short; people wait for its effect at a door. `long`: may run for minutes.
 * `mail`: takes as long as the mail server.
 */
export type Lane = 'urgent' | 'usual' | 'long' | 'mail';

export type Job<Payload = unknown> = {
  name: string;
  /** Absent: `usual`. */
  lane?: Lane;
  /** The schedule in crontab format ('10 3 * * *'), in UTC. */
  every?: string;
  /** Runs once as soon as possible if no process ran at its scheduled time on the last day. */
  catchUp?: true;
  /**
   * Throw to be retried. A job may run twice, so it must be idempotent. It may run hours after it was queued: the jobs of a
   * killed process stay locked for four hours.
   */
  run(payload: Payload, context: JobContext, queuedAt?: Date): Promise<void>;
};

/** A job whose payload is queued as JSON by its own module. */
export type AnyJob = Job<never>;

/** A kind of job. It is queued in the transaction that causes it, by graphile_worker.add_job(name, payload). */
export const defineJob = <Payload = unknown>(job: Job<Payload>): Job<Payload> => job;

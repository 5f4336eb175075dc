// The jobs of a test portal, run on demand.
import { pino } from 'pino';
import { openPool, runQueued } from '#core/jobs/jobs.ts';
import type { JobContext } from '#core/jobs/job.ts';
import { sweepMail } from '#core/mail/job.ts';
import type { Deliver, Message } from '#core/mail/transport.ts';
import { jobs, mailLinks } from '#modules.ts';
import { type Portal, portalBase } from './portal.ts';
import { onTeardown } from './teardown.ts';

export function openOutbox(portal: Portal, deliver?: Deliver) {
  const messages: Message[] = [];
  const context: JobContext = {
    database: portal.database,
    vault: portal.vault,
    demo: false,
    log: pino({ level: 'silent' }),
    portalBase,
    mailLinks,
    deliver: deliver ?? (async (message) => void messages.push(message)),
  };
  const pool = openPool(context, 'usual');
  onTeardown(() => pool.end());
  return {
    /** The delivered mails, unless the test passes its own `deliver`. */
    messages,
    context,
    /** Runs the queued jobs, with parts of another context on request. */
    work: (others: Partial<JobContext> = {}) => runQueued(pool, { ...context, ...others }, jobs),
    sweep: () => sweepMail.run(undefined, context),
    /** The tokens of the links sent to an address, the latest last. */
    tokens: (to: string) =>
      messages.filter((m) => m.to === to).flatMap((m) => /token=([0-9a-f]{64})/.exec(m.text)?.[1] ?? []),
  };
}

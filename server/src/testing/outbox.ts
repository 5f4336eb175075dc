// The jobs of a test portal, run when the test says so.
import { pino } from 'pino';
import { runQueued } from '#core/jobs/jobs.ts';
import type { JobContext } from '#core/jobs/job.ts';
import { sweepMail } from '#core/mail/job.ts';
import type { Deliver, Message } from '#core/mail/transport.ts';
import { jobs, mailLinks } from '#modules.ts';
import { type Portal, portalBase } from './portal.ts';

export function openOutbox(portal: Portal, deliver?: Deliver) {
  const messages: Message[] = [];
  const context: JobContext = {
    database: portal.database,
    vault: portal.vault,
    log: pino({ level: 'silent' }),
    portalBase,
    mailLinks,
    deliver: deliver ?? (async (message) => void messages.push(message)),
  };
  return {
    /** What was delivered, unless the test has a way of its own. */
    messages,
    context,
    work: () => runQueued(context, jobs),
    sweep: () => sweepMail.run(undefined, context),
    /** The tokens of the links that were sent to an address, the last one last. */
    tokens: (to: string) =>
      messages.filter((m) => m.to === to).flatMap((m) => /token=([0-9a-f]{64})/.exec(m.text)?.[1] ?? []),
  };
}

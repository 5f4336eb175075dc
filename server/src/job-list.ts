import { housekeeping } from '#core/jobs/housekeeping.ts';
import type { AnyJob } from '#core/jobs/job.ts';
import { sendMail, sweepMail } from '#core/mail/job.ts';
import { partyTotals } from '#core/events/party-job.ts';
import { passwordReset } from '#modules/passwords/reset.ts';

/** Every kind of job there is. */
export const jobList: readonly AnyJob[] = [...housekeeping, partyTotals, sendMail, sweepMail, passwordReset];

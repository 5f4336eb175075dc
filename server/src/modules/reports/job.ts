import { sql } from 'kysely';
import { clock } from '#core/clock.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant, inActiveTenant } from '#core/jobs/tenants.ts';
import type { Db } from '#db/tenant.ts';
import { planSending, takeDue } from './sending-queries.ts';
import { nextSending } from './schedule.ts';
import { sendReport } from './send.ts';

/** Time after which a report that could not be made is retried. */
const retryMs = 10 * 60_000;

/**
 * Sends a report that is due, in one transaction with its next time: one mail, whatever the number of processes. Returns whether
 * there was one. A report that became due several times while no process ran is sent once.
 */
async function sendNext(db: Db, { vault, log }: JobContext): Promise<boolean> {
  const at = clock.now();
  const report = await takeDue(db, at);
  if (!report) return false;
  const next = nextSending(report.schedule, at);
  await sql`savepoint report`.execute(db);
  try {
    await sendReport(db, vault, report);
    await planSending(db, report.id, next);
  } catch (error) {
    await sql`rollback to savepoint report`.execute(db);
    await planSending(db, report.id, new Date(Math.min(at.getTime() + retryMs, next.getTime())));
    log.error({ report: report.id, err: error }, 'report not sent, will be retried');
  }
  return true;
}

/** Runs every minute in every tenant, one report after the other. */
export const scheduledReports = defineJob({
  name: 'scheduled-reports',
  every: '* * * * *',
  run: async (_payload, context) => {
    const send = async (id: string) => {
      while (await inActiveTenant(context.database.system, id, (db) => sendNext(db, context)));
    };
    await forEachTenant('scheduled-reports', context, send);
  },
});

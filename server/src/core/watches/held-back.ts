// Mails held-back inbox entries. It is a job of watches, which judge again before the mail, as closing checks do.
import { now } from '#db/fragments.ts';
import { judgeHeldClosings } from '#core/inbox/closing-threads.ts';
import { mailEntries } from '#core/inbox/mail.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant, inActiveTenant } from '#core/jobs/tenants.ts';
import { beginJudging, judgeHeldBack } from './evaluate.ts';

async function mailDue(context: JobContext, tenantId: string): Promise<void> {
  const { vault } = context;
  const { system } = context.database;
  const held = await inActiveTenant(system, tenantId, async (db) => ({
    due: await db.selectFrom('inbox_entry').select('profile_id').distinct().where('mail_at', '<=', now).execute(),
    judging: await beginJudging(db, context, null),
  }));
  if (!held) return;
  for (const { profile_id: profile } of held.due) {
    await inActiveTenant(system, tenantId, async (db) => {
      // rights and locations may have changed since it was held back
      await judgeHeldBack(db, profile, held.judging);
      await judgeHeldClosings(db, profile);
      await mailEntries(db, vault, profile);
    });
  }
}

/** Every minute: mails entries that a limit, quiet hours or a digest held back. */
export const inboxMails = defineJob({
  name: 'inbox-mails',
  every: '* * * * *',
  run: (_payload, context: JobContext) => forEachTenant('inbox-mails', context, (id) => mailDue(context, id)),
});

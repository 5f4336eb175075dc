import { sql } from 'kysely';
import { now } from '#db/fragments.ts';
import { inTenant } from '#db/tenant.ts';
import { inEveryTenant } from '#core/jobs/housekeeping.ts';
import { defineJob } from '#core/jobs/job.ts';
import { mailEntries } from './mail.ts';

/** Every minute: entries that a limit, quiet hours or a digest held back. */
export const inboxMails = defineJob({
  name: 'inbox-mails',
  every: '* * * * *',
  run: async (_payload, { database: { system }, vault }) => {
    const tenants = await system.query<{ id: string }>('select id from tenant where suspended_at is null');
    for (const { id } of tenants.rows) {
      const due = await inTenant(system, id, (db) =>
        db.selectFrom('inbox_entry').select('profile_id').distinct().where('mail_at', '<=', now).execute(),
      );
      for (const { profile_id: profile } of due) await inTenant(system, id, (db) => mailEntries(db, vault, profile));
    }
  },
});

/** How long entries are kept, read or not. */
const keptDays = 90;
export const oldEntries = defineJob({
  name: 'old-inbox-entries',
  every: '35 3 * * *',
  run: async (_payload, { database, log }) => {
    const removed = await inEveryTenant(database, (db) =>
      db.deleteFrom('inbox_entry').where('created_at', '<', sql<string>`now() - make_interval(days => ${keptDays})`),
    );
    log.info({ removed }, 'deleted old inbox entries');
  },
});

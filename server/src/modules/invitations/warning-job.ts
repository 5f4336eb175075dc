// Warns senders a day before keys of their invitations end with unused uses.
import { can } from '@keyward/contract/permissions';
import { isVisibleAtEach } from '#core/auth/scope.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { type Actor, findActingProfiles } from '#core/auth/session.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant, inActiveTenant } from '#core/jobs/tenants.ts';
import type { Db } from '#db/tenant.ts';
import { mailEnding } from './mails.ts';
import { findInvites, type StoredInvite } from './queries.ts';
import { takeDue } from './warning-queries.ts';

/** Number of invitations in one transaction. */
const atOnce = 100;

/** Whether the invitation is still visible to the sender, by the rule of the list and their present roles. */
const stillSees = (sender: Actor, { keys }: StoredInvite): boolean =>
  can.readSecureKeys.holds(sender.authority) &&
  isVisibleAtEach(
    sender,
    keys.map((key) => key.location_id),
  );

/** Warns the senders of due invitations; returns the number of invitations. */
async function warnSenders(db: Db, vault: Vault): Promise<number> {
  const due = await takeDue(db, atOnce);
  if (due.length === 0) return 0;
  const senders = await findActingProfiles(
    db,
    due.map((row) => row.created_by),
  );
  const invites = new Map(
    (
      await findInvites(
        db,
        due.map((row) => row.id),
      )
    ).map((one) => [one.id, one]),
  );
  for (const { id, created_by: by, keys: ending } of due) {
    const [sender, invite] = [senders.get(by), invites.get(id)];
    if (!sender?.email || !invite || !stillSees(sender, invite)) continue;
    const keys = invite.keys
      .filter((key) => ending.includes(key.id))
      .toSorted((a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at));
    await mailEnding(db, vault, { id: sender.id, email: sender.email }, { email: invite.email, keys });
  }
  return due.length;
}

/** Runs every ten minutes. Each end of a key is announced once, and not while its tenant is suspended. */
export const invitationWarnings = defineJob({
  name: 'invitation-warnings',
  every: '*/10 * * * *',
  run: async (_payload, context: JobContext) => {
    const { database, vault } = context;
    const warn = async (id: string) => {
      while ((await inActiveTenant(database.system, id, (db) => warnSenders(db, vault))) === atOnce);
    };
    await forEachTenant('invitation-warnings', context, warn);
  },
});

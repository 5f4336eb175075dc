// Withdrawal of an invitation's mails before they are sent.
import { withdrawMails } from '#core/mail/mail.ts';
import { any, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { addWithdrawnStep, noteWithdrawn } from './delivery.ts';

/** Withdraws the unsent mails of an invitation and notes that. Returns whether there were any. */
export async function withdraw(db: Db, invite: { id: string; email: string }): Promise<boolean> {
  const withdrawn = await withdrawMails(db, invite.id);
  if (withdrawn) await noteWithdrawn(db, invite);
  return withdrawn;
}

/**
 * The same for invitations that have no usable key left without these devices: their link would open nothing. Call it before the
 * devices are deleted with their keys, since an invitation is locked before its keys.
 */
export async function withdrawWithDevices(db: Db, deviceIds: readonly string[]): Promise<void> {
  const invites = await db
    .selectFrom('secure_key_invite as i')
    .select(['i.id', 'i.email'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('secure_key as k')
          .select('k.id')
          .whereRef('k.invite_id', '=', 'i.id')
          .where('k.device_id', '=', any(deviceIds)),
      ),
    )
    .orderBy('i.id')
    .forNoKeyUpdate('i')
    .execute();
  if (invites.length === 0) return;
  const usable = await db
    .selectFrom('secure_key as k')
    .select('k.invite_id')
    .where('k.invite_id', '=', any(invites.map(({ id }) => id)))
    .where('k.expires_at', '>', now)
    .whereRef('k.uses', '<', 'k.max_uses')
    .where((eb) => eb.not(eb('k.device_id', '=', any(deviceIds))))
    .execute();
  const lasting = new Set(usable.map((key) => key.invite_id));
  for (const invite of invites) {
    if (!lasting.has(invite.id) && (await withdraw(db, invite))) await addWithdrawnStep(db, invite.id);
  }
}

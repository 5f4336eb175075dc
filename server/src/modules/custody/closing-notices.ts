import type { ClosingFaults } from '@keyward/contract/custody';
import { type OrganizationSettings, profileIdsOf } from '@keyward/contract/organization-settings';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { isVisible } from '#core/auth/scope.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { findActingProfiles } from '#core/auth/session.ts';
import { tell } from '#core/inbox/tell.ts';
import { isMailAddress } from '#core/mail/mail.ts';
import type { Db } from '#db/tenant.ts';
import { findNamed } from './closing-queries.ts';

/** What a run found of a location. */
export type ClosingNotice = {
  kind: 'closingAlert' | 'closingEscalation' | 'closingCleared';
  location: { id: string; name: string };
  closedAt: string;
  faults: ClosingFaults;
  /** Of a location that is in order again: also those hear of it who were sent the escalation. */
  escalated: boolean;
};

type Named = Pick<OrganizationSettings, 'closingAlertTo' | 'closingEscalateTo'>;
type Recipient = {
  id: string;
  hasAddress: boolean;
  sees: (locationId: string) => boolean;
  alert: boolean;
  escalate: boolean;
};

/** The profiles that the organization names, as far as they may act and read devices. */
export async function findRecipients(db: Db, { closingAlertTo, closingEscalateTo }: Named): Promise<Recipient[]> {
  const setOf = (text: string) => new Set(profileIdsOf(text).map((one) => one.toLowerCase()));
  const [alert, escalate] = [setOf(closingAlertTo), setOf(closingEscalateTo)];
  if (alert.size + escalate.size === 0) return [];
  const named = await findNamed(db, [...alert, ...escalate]);
  const acting = await findActingProfiles(
    db,
    named.map(({ id }) => id),
  );
  return named.flatMap(({ id, username }) => {
    const profile = acting.get(id);
    if (!profile || !can.readDevices.holds(profile.authority)) return [];
    return {
      id,
      hasAddress: profile.email !== null && isMailAddress(profile.email),
      sees: (locationId: string) => isVisible(profile, locationId),
      alert: alert.has(username),
      escalate: escalate.has(username),
    };
  });
}

const isFor = ({ kind, escalated }: ClosingNotice, { alert, escalate }: Recipient) =>
  (alert && kind !== 'closingEscalation') || (escalate && (kind === 'closingEscalation' || escalated));

/** Lets each recipient know of the locations that they see now, in their inbox and by mail. */
export async function sendNotices(
  db: Db,
  vault: Vault,
  settings: Named,
  notices: readonly ClosingNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const recipients = await findRecipients(db, settings);
  const path = paths.dashboard({ details_view: 'closing' });
  const wanted = recipients.flatMap((to) =>
    notices
      .filter((one) => isFor(one, to) && to.sees(one.location.id))
      .map(({ kind, location: { id, name }, closedAt, faults }) => {
        const source = `closing ${id} ${closedAt} ${kind}`;
        const details = {
          location: name,
          keys: faults.keys_out,
          locks: faults.locks_unsecured,
          okms: faults.okms_offline,
        };
        // a thread of its own, so that no step waits for the one before
        return { to: to.id, source, thread: source, kind, details, path, mailAt: 'now' as const };
      }),
  );
  await tell(db, vault, wanted);
}

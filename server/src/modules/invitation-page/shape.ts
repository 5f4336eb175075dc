import type { InvitationPage } from '@keyward/contract/invitation-page';
import type { KeyStatus } from '@keyward/contract/onepass';
import { localeOf } from '#core/http/locale.ts';
import { defaultLocale } from '@keyward/contract/locales';
import { findLogo } from '#core/organization/logo.ts';
import { locationZones } from '#core/locations/zones.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import type { StoredInvite, StoredKey } from './queries.ts';

/** The state of a key. Expiry and uses are judged when it is read, not by a job. */
export function stateOfKey(invite: Pick<StoredInvite, 'status'>, key: StoredKey): KeyStatus {
  if (invite.status === 'CANCELLED') return 'deactivated';
  if (!key.in_time) return 'expired';
  return key.uses < key.max_uses ? 'active' : 'usedUp';
}

/** The state of the invitation. It is used up if all keys that have not ended are, or all keys. */
export function stateOf(invite: Pick<StoredInvite, 'status'>, keys: readonly StoredKey[]): KeyStatus {
  if (invite.status === 'CANCELLED') return 'deactivated';
  const states = keys.map((key) => stateOfKey(invite, key));
  if (states.includes('active')) return 'active';
  const allUsed = keys.length > 0 && keys.every((key) => key.uses >= key.max_uses);
  return allUsed || states.includes('usedUp') ? 'usedUp' : 'expired';
}

/**
 * The data of the page. A browser other than the one that accepted learns neither the devices of the keys nor their locations.
 */
export async function pageOf(
  db: Db,
  invite: StoredInvite,
  keys: readonly StoredKey[],
  bond: InvitationPage['bond'],
): Promise<InvitationPage> {
  const elsewhere = bond === 'elsewhere';
  const zoneOf = await locationZones(db);
  return {
    id: invite.id,
    locale: localeOf(invite.locale) ?? defaultLocale,
    organization: { name: invite.organization, has_logo: (await findLogo(db)) !== undefined },
    sender: invite.sender,
    bond,
    state: stateOf(invite, keys),
    notes: elsewhere ? '' : invite.notes,
    keys: elsewhere
      ? []
      : keys.map((key) => ({
          id: key.id,
          device_name: key.device,
          location: key.location,
          time_zone: zoneOf(locationIds(key.location_id)),
          expiration_timestamp: key.expires_at,
          count: key.max_uses,
          uses: key.uses,
          state: stateOfKey(invite, key),
          lock_ready: key.lock_ready,
        })),
  };
}

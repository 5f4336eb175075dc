// Events of the uses of OnePASS keys: the device's, by the recipient, who has no profile.
import type { EventChange, EventResult } from '@keyward/contract/activity';
import type { RedeemReason } from '@keyward/contract/redeem-reasons';
import { writeEvents } from '#core/events/events.ts';
import type { NewEvent } from '#core/events/events.ts';
import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import { announceInvites } from '#core/onepass/announce.ts';
import type { Db } from '#db/tenant.ts';

export type UsedDevice = { id: string; name: string; locationId: string | null };
/** The key that was used, and the invitation that gives it; `email`: where that went, if the device's location may know. */
type UsedKey = { id: string; email: string | null; inviteId: string | null };
export type UseOfKey = {
  device: UsedDevice;
  /** Absent: the code belongs to no key. */
  key: UsedKey | undefined;
  result: EventResult;
  /** Why it was refused. */
  reason?: RedeemReason | undefined;
  changes: readonly EventChange[];
  raw: object;
  event?: 'USE_SECURE_KEY' | 'RETURN_SECURE_KEY_USE';
  /** When the code was entered. Absent: now. */
  time?: Date;
  /** When the server received it. Absent: now. */
  receivedAt?: Date;
};

export const attribute = (name: string, value: string): EventChange => ({
  attribute: name,
  oldValue: null,
  newValue: value,
});

/** The key by its id, and which of its uses it is. */
export const useChanges = (keyId: string, uses?: number, maxUses?: number): EventChange[] => [
  attribute('secureKey', keyId),
  ...(uses === undefined ? [] : [attribute('use', `${uses} / ${maxUses}`)]),
];

const eventOfUse = (use: UseOfKey): NewEvent => ({
  event: use.event ?? 'USE_SECURE_KEY',
  ...(use.key
    ? { agent: { domain: 'recipient', id: null, name: use.key.email ?? use.key.id, email: use.key.email } }
    : {}),
  entity: { domain: 'device', id: use.device.id, name: use.device.name },
  result: use.result,
  ...(use.reason ? { reason: use.reason } : {}),
  changes: use.changes,
  locations: locationIds(use.device.locationId),
  raw: use.raw,
  ...(use.time ? { time: use.time } : {}),
  ...(use.receivedAt ? { receivedAt: use.receivedAt } : {}),
});

/**
 * Records the events of uses, in their transaction and last, and the changes of keys and invitations for open lists. `last`: as
 * writeEvents has it.
 */
export async function recordUses(db: Db, uses: readonly UseOfKey[], how: { last?: boolean } = {}): Promise<void> {
  const counted = uses.filter(({ key, result }) => key && result === 'success');
  announce(
    db,
    counted.flatMap(({ key, device }) =>
      key ? [{ resource: 'secure-key', id: key.id, locations: locationIds(device.locationId) }] : [],
    ),
  );
  const invites = new Set(counted.flatMap(({ key }) => key?.inviteId ?? []));
  await Promise.all([
    invites.size > 0 && announceInvites(db, [...invites]),
    writeEvents(db, uses.map(eventOfUse), how),
  ]);
}

// Events of the uses of OnePASS keys. They belong to the device; the agent is the recipient, who has no profile.
import type { EventChange, EventResult } from '@keyward/contract/activity';
import type { RedeemReason } from '@keyward/contract/redeem-reasons';
import { writeEvents } from '#core/events/events.ts';
import type { NewEvent } from '#core/events/events.ts';
import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import { announceInvites } from '#core/onepass/announce.ts';
import type { Db } from '#db/tenant.ts';

export type UsedDevice = { id: string; name: string; locationId: string | null };
/** The key that was used, with its invitation; `email` is the invited address, null if the device's location may not know it. */
type UsedKey = { id: string; email: string | null; inviteId: string | null };
export type UseOfKey = {
  device: UsedDevice;
  /** Undefined if the code belongs to no key. */
  key: UsedKey | undefined;
  result: EventResult;
  /** The reason for a refusal. */
  reason?: RedeemReason | undefined;
  changes: readonly EventChange[];
  raw: object;
  event?: 'USE_SECURE_KEY' | 'RETURN_SECURE_KEY_USE';
  /** Time at which the code was entered; now by default. */
  time?: Date;
  /** Time at which the server received it; now by default. */
  receivedAt?: Date;
};

export const attribute = (name: string, value: string): EventChange => ({
  attribute: name,
  oldValue: null,
  newValue: value,
});

/** The id of the key, and the number of the use. */
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
 * Records the events of uses, last in their transaction, and announces the changes of keys and invitations to open lists. `last`
 * is that of writeEvents.
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

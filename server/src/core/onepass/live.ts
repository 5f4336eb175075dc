import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import { announceInvites } from './announce.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Announces the keys of an invitation: they show its address and the time its link was last sent. */
export async function announceKeysOf(db: Db, inviteId: string): Promise<void> {
  const keys = await db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .select(['k.id', 'd.location_value_id as location'])
    .where('k.invite_id', '=', inviteId)
    .execute();
  announce(
    db,
    keys.map(({ id, location }) => ({
      resource: 'secure-key',
      id,
      locations: locationIds(location),
    })),
  );
}

/**
 * Announces the keys of devices that are changed, moved or deleted, and the invitations with these keys: their rows show the
 * device. `locations`: those of the device, before and after. Call it before a deletion.
 */
export async function announceKeys(
  db: Db,
  devices: readonly { id: string; locations: readonly string[] }[],
): Promise<void> {
  const locations = new Map(devices.map((device) => [device.id, device.locations]));
  const keys = await db
    .selectFrom('secure_key')
    .select(['id', 'device_id', 'invite_id'])
    .where('device_id', '=', any([...locations.keys()]))
    .execute();
  announce(
    db,
    keys.map(({ id, device_id: device }) => ({ resource: 'secure-key', id, locations: locations.get(device) ?? [] })),
  );
  const invites = new Set(keys.flatMap(({ invite_id: invite }) => invite ?? []));
  if (invites.size > 0) await announceInvites(db, [...invites]);
}

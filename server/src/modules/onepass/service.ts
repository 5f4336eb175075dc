import { randomUUIDv7 } from 'node:crypto';
import { secureKeyMinutes } from '@keyward/contract/key-limits';
import type { SecureKey, secureKeyCreate } from '@keyward/contract/onepass';
import { knownTimeZone } from '@keyward/contract/time-zones';
import type { z } from 'zod';
import { assertVisible, isVisible } from '#core/auth/scope.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { record } from '#core/events/record.ts';
import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import { keySecretContext, newCodeSecret } from '#core/onepass/code.ts';
import { tagDefinitions } from '#core/tags/queries.ts';
import type { Db } from '#db/tenant.ts';
import { longestKeyMinutes } from './duration.ts';
import { databaseTime, findDeviceOfSerial, findKey, insertKey, zoneSettingOf } from './queries.ts';
import { toKey } from './shape.ts';

/** One key of a device within the actor's locations. Throws notFound. */
export async function getKey(db: Db, actor: Actor, id: string): Promise<SecureKey> {
  const key = existing(await findKey(db, id));
  assertVisible(actor, key.location_id);
  return toKey(key, await tagDefinitions(db, { objectType: 'devices' }), actor);
}

type Input = z.output<typeof secureKeyCreate>;

/**
 * Makes a key for the device with this serial number. Throws unknownDevice, also for a device outside the actor's
 * locations, deviceNotCompatible, deviceLost, and invalidField for an end beyond 45 local days.
 */
export async function createKey(db: Db, actor: Actor, vault: Vault, input: Input): Promise<SecureKey> {
  const device = await findDeviceOfSerial(db, input.serial);
  if (!device || !isVisible(actor, device.location_id)) throw new PortalError('unknownDevice', { field: 'serial' });
  if (!device.secure_key_compatible) throw new PortalError('deviceNotCompatible', { field: 'serial' });
  if (device.lost_since !== null) throw new PortalError('deviceLost', { field: 'serial' });
  await assertShortEnough(db, actor, input.duration);

  const id = randomUUIDv7();
  const created = await databaseTime(db);
  const expires = new Date(Date.parse(created) + input.duration * 60_000).toISOString();
  await insertKey(db, {
    id,
    device_id: device.id,
    created_by: actor.id,
    created_by_name: actor.name,
    created_at: created,
    duration: input.duration,
    expires_at: expires,
    max_uses: input.count,
    secret: vault.seal(newCodeSecret(), keySecretContext(db.tenantId, id)),
  });
  const locations = locationIds(device.location_id);
  announce(db, [{ resource: 'secure-key', id, locations }]);
  await record(db, actor, {
    event: 'ADD_SECURE_KEY',
    result: 'success',
    entity: { domain: 'secureKey', id, name: device.name },
    locations,
    changes: [
      ...change('serial_number', null, device.serial_number),
      ...change('expiration_timestamp', null, expires),
      ...change('count', null, String(input.count)),
    ],
  });
  return getKey(db, actor, id);
}

/**
 * Throws invalidField if the key lasts longer than 45 days in the person's zone. If they have set none, the portal counts in the
 * browser's zone, which is not sent; the key may then last as long as in any zone.
 */
async function assertShortEnough(db: Db, actor: Actor, minutes: number): Promise<void> {
  const setting = await zoneSettingOf(db, actor.id);
  const zone = typeof setting === 'string' ? knownTimeZone(setting) : undefined;
  const longest = zone === undefined ? secureKeyMinutes.longest : longestKeyMinutes(clock.now().getTime(), zone);
  if (minutes <= longest) return;
  throw new PortalError('invalidField', { field: 'duration', params: { field: 'duration', reason: 'keyTooLong' } });
}

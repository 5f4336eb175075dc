import { accessProfilesAt, devicesOfController } from '#core/auth/access.ts';
import { any, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { deviceEntry, type Entry, keyEntry, personEntry, rightOf } from './entries.ts';

/** What is judged: everything, or the entries with these ids. */
export type Scope = { everything: true } | { everything: false; people: readonly string[]; keys: readonly string[] };

async function pinTimes(db: Db, profiles: readonly string[]): Promise<Map<string, string>> {
  const pins = await db
    .selectFrom('pin')
    .select(['profile_id', 'set_at'])
    .where('profile_id', '=', any(profiles))
    .where('verifier', 'is not', null)
    .execute();
  return new Map(pins.map((pin) => [pin.profile_id, pin.set_at]));
}

/** Usable keys of the devices: not cancelled, not ended, not used up. */
async function usableKeys(db: Db, devices: readonly string[], ids: readonly string[] | null): Promise<Entry[]> {
  const keys = await db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .leftJoin('secure_key_invite as i', 'i.id', 'k.invite_id')
    .select(['k.id', 'd.serial_number as serial', 'k.expires_at as notAfter'])
    .where('k.device_id', '=', any(devices))
    .where('k.expires_at', '>', now)
    .whereRef('k.uses', '<', 'k.max_uses')
    .where((eb) => eb.or([eb('i.status', 'is', null), eb('i.status', '<>', 'CANCELLED')]))
    .$if(ids !== null, (query) => query.where('k.id', '=', any(ids ?? [])))
    .execute();
  return keys.map(keyEntry);
}

/** What the controller should hold now, judged from what is stored. */
export async function desiredEntries(db: Db, controllerId: string, scope: Scope): Promise<Entry[]> {
  const devices = await devicesOfController(db, controllerId);
  const { people: personIds, keys: keyIds } = scope.everything ? { people: null, keys: null } : scope;
  const locations = new Set(devices.flatMap(({ location }) => (location === null ? [] : [location])));
  const people = personIds?.length === 0 ? [] : await accessProfilesAt(db, [...locations], personIds);
  const pins = await pinTimes(
    db,
    people.map(({ id }) => id),
  );
  const byRight = new Map(devices.map((device) => [rightOf(device), device]));
  const ids = devices.map(({ id }) => id);
  return [
    ...(scope.everything ? devices.map(deviceEntry) : []),
    ...people.flatMap((person) => personEntry(person, byRight, pins.get(person.id) ?? null) ?? []),
    ...(keyIds?.length === 0 ? [] : await usableKeys(db, ids, keyIds)),
  ];
}

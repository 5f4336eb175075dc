import type { Vault } from '#core/auth/secrets.ts';
import { contentId, type NewEvent, writeEvents } from '#core/events/events.ts';
import { locationIds } from '#core/locations/ids.ts';
import { keySecretContext, newCodeSecret } from '#core/onepass/code.ts';
import type { Db } from '#db/tenant.ts';
import { insertAll } from './insert.ts';
import { randomOf } from './random.ts';

const hour = 60;
const day = 24 * hour;

/** Number of keys of each kind in a tenant. */
export const keysOfKind = 4;
/** Number of days of the demo on which a key ends, so that 'Ending soon' is never empty. */
export const daysWithAnEnd = 35;
/** Minutes between the ends of these keys. */
const betweenEnds = 22 * hour;
/** Minutes between the creation of keys of one kind. */
const madeApart = 11;

/** Keys of the demo, in minutes: made `ago`, for `duration`, with `uses` of `count`. */
const kinds = {
  new: { ago: 40, duration: 45 * day, uses: 0, count: 255 },
  unused: { ago: 2 * hour, duration: 7 * day, uses: 0, count: 5 },
  'partly used': { ago: 3 * day, duration: 14 * day, uses: 2, count: 10 },
  'ending soon': { ago: 6 * day, duration: 6 * day + 5 * hour, uses: 1, count: 6 },
  'one left': { ago: 4 * day, duration: 20 * day, uses: 3, count: 4 },
  'used up': { ago: 5 * day, duration: 9 * day, uses: 3, count: 3 },
  ended: { ago: 20 * day, duration: 10 * day, uses: 1, count: 4 },
} as const;

/** Minutes by which each key of a kind ends after the one before. */
const endsApart = (kind: string) => (kind === 'ending soon' ? betweenEnds : 0);
const howMany = (kind: string) =>
  kind === 'ending soon' ? Math.ceil((daysWithAnEnd * day) / (betweenEnds - madeApart)) : keysOfKind;

/** Compatible devices with a location, each with a person there who creates keys. */
const locksOf = (db: Db) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', (join) =>
      join.onRef('t.id', '=', 'd.device_type_id').on('t.secure_key_compatible', '=', true),
    )
    .innerJoin('profile_tag as w', 'w.value_id', 'd.location_value_id')
    .innerJoin('profile as p', 'p.id', 'w.profile_id')
    .innerJoin('profile_role as h', 'h.profile_id', 'p.id')
    .innerJoin('role as r', (join) => join.onRef('r.id', '=', 'h.role_id').on('r.name', '=', 'Store manager'))
    .select(['d.id', 'd.name', 'd.serial_number', 'd.location_value_id as location'])
    .select(['p.id as manager', 'p.name as managerName', 'p.email'])
    .distinctOn('d.serial_number')
    .orderBy('d.serial_number')
    .orderBy('p.username')
    .execute();

/** Creates OnePASS keys in every status, spread over the stores, with their events. Returns the number of events. */
export async function seedKeys(db: Db, vault: Vault, seed: number, now: Date): Promise<number> {
  const random = randomOf(seed * 6151);
  const locks = await locksOf(db);
  if (locks.length === 0) return 0;
  const made = Object.entries(kinds).flatMap(([kind, { ago, ...key }]) =>
    Array.from({ length: howMany(kind) }, (_, i) => {
      const id = contentId(db.tenantId, 'secureKey', `${kind} ${i}`);
      const at = new Date(now.getTime() - (ago + i * madeApart) * 60_000);
      const duration = key.duration + i * endsApart(kind);
      const expires = new Date(at.getTime() + duration * 60_000);
      const lock = random.pick(locks);
      return {
        ...key,
        duration,
        id,
        at,
        expires,
        lock,
        lastUse: key.uses > 0 ? new Date((at.getTime() + Math.min(now.getTime(), expires.getTime())) / 2) : null,
      };
    }),
  );
  await insertAll(
    db,
    'secure_key',
    made.map(({ id, at, expires, lock, lastUse, duration, uses, count }) => ({
      id,
      device_id: lock.id,
      created_at: at,
      created_by: lock.manager,
      created_by_name: lock.managerName,
      duration,
      expires_at: expires,
      max_uses: count,
      uses,
      last_used_at: lastUse,
      secret: vault.seal(newCodeSecret(), keySecretContext(db.tenantId, id)),
    })),
  );
  const events = made.map(({ id, at, expires, lock, count }): NewEvent => ({
    event: 'ADD_SECURE_KEY',
    time: at,
    receivedAt: at,
    result: 'success',
    agent: { domain: 'profile', id: lock.manager, name: lock.managerName, email: lock.email },
    entity: { domain: 'secureKey', id, name: lock.name },
    locations: locationIds(lock.location),
    origin: { system: 'portal' },
    changes: [
      { attribute: 'serial_number', oldValue: null, newValue: lock.serial_number },
      { attribute: 'expiration_timestamp', oldValue: null, newValue: expires.toISOString() },
      { attribute: 'count', oldValue: null, newValue: String(count) },
    ],
  }));
  await writeEvents(db, events);
  return events.length;
}

import { can } from '@keyward/contract/permissions';
import { accessProfilesAt, accessProfilesById, type ControlledDevice, type NamedProfile } from '#core/auth/access.ts';
import { any } from '#db/fragments.ts';
import { type Db, sendNow } from '#db/tenant.ts';

/** The times at which PINs with a stored verifier were set, by profile. */
async function pinTimes(db: Db, profiles: readonly string[]): Promise<Map<string, string>> {
  const pins = db
    .selectFrom('pin')
    .select(['profile_id', 'set_at'])
    .where('profile_id', '=', any(profiles))
    .where('verifier', 'is not', null);
  const rows = await sendNow(db, pins, { once: true });
  return new Map(rows.map((pin) => [pin.profile_id, pin.set_at]));
}

function byLocation(people: readonly NamedProfile[]): Map<string, NamedProfile[]> {
  const groups = new Map<string, NamedProfile[]>();
  for (const person of people) {
    for (const location of person.locations) {
      const group = groups.get(location);
      if (group) group.push(person);
      else groups.set(location, [person]);
    }
  }
  return groups;
}

/**
 * The people that some controllers are judged by, each read once.
 * @param ids people judged one by one at some controller.
 * @param whole the devices of the controllers where everyone is judged.
 */
export async function readPeople(db: Db, ids: readonly string[], whole: readonly ControlledDevice[]) {
  const locations = [...new Set(whole.flatMap(({ location }) => location ?? []))];
  const there = whole.length === 0 ? [] : await accessProfilesAt(db, locations);
  const byId = new Map(there.map((person) => [person.id, person]));
  const others = [...new Set(ids)].filter((id) => !byId.has(id));
  for (const person of await accessProfilesById(db, others)) byId.set(person.id, person);
  const everywhere = there.filter(({ permissions }) => can.allData.holds({ permissions, features: [] }));
  const local = byLocation(there);
  return {
    pins: await pinTimes(db, [...byId.keys()]),
    byId,
    /** Everyone who may be at the locations of these devices. */
    at: (devices: readonly ControlledDevice[]): ReadonlySet<NamedProfile> =>
      new Set([...devices.flatMap(({ location }) => local.get(location ?? '') ?? []), ...everywhere]),
  };
}

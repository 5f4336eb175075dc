import { type ControlledDevice, devicesOfControllers } from '#core/auth/access.ts';
import { pacing } from '#core/pace.ts';
import { any, now } from '#db/fragments.ts';
import { type Db, sendNow } from '#db/tenant.ts';
import { deviceEntry, type Entry, keyEntry, personEntry, rightOf } from './entries.ts';
import { readPeople } from './people.ts';

/** The entries of a controller to judge: all of them, or those with these ids. */
export type Scope = { everything: true } | { everything: false; people: readonly string[]; keys: readonly string[] };
/** A controller with its devices, itself among them, and the entries to judge. */
type Judged = { id: string; scope: Scope; devices: readonly ControlledDevice[] };

/** Usable keys by device: not cancelled, not expired, not used up, of a device that is not lost. */
async function usableKeys(db: Db, devices: readonly string[]): Promise<Map<string, Entry[]>> {
  if (devices.length === 0) return new Map();
  const query = db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .leftJoin('secure_key_invite as i', 'i.id', 'k.invite_id')
    .leftJoin('lost_key as x', 'x.device_id', 'd.id')
    .select(['k.id', 'k.device_id as deviceId', 'd.serial_number as serial', 'k.expires_at as notAfter'])
    .where('k.device_id', '=', any(devices))
    .where('k.expires_at', '>', now)
    .whereRef('k.uses', '<', 'k.max_uses')
    .where('x.device_id', 'is', null)
    .where((eb) => eb.or([eb('i.status', 'is', null), eb('i.status', '<>', 'CANCELLED')]));
  const keys = Map.groupBy(await sendNow(db, query, { once: true }), ({ deviceId }) => deviceId);
  return new Map([...keys].map(([device, own]) => [device, own.map(keyEntry)]));
}

async function withDevices(db: Db, scopes: ReadonlyMap<string, Scope>): Promise<Judged[]> {
  const devices = await devicesOfControllers(db, [...scopes.keys()]);
  const attached = Map.groupBy(devices, ({ controllerId }) => controllerId);
  const byId = new Map(devices.map((device) => [device.id, device]));
  return [...scopes].map(([id, scope]) => {
    const itself = byId.get(id);
    return { id, scope, devices: [...(itself ? [itself] : []), ...(attached.get(id) ?? [])] };
  });
}

/** The entries that the controllers should hold now; reads the rows for all of them at once. */
export async function desiredEntries(db: Db, scopes: ReadonlyMap<string, Scope>): Promise<Map<string, Entry[]>> {
  const controllers = await withDevices(db, scopes);
  const people = await readPeople(
    db,
    controllers.flatMap(({ scope }) => (scope.everything ? [] : scope.people)),
    controllers.flatMap(({ scope, devices }) => (scope.everything ? devices : [])),
  );
  const keys = await usableKeys(
    db,
    controllers.flatMap(({ scope, devices }) =>
      scope.everything || scope.keys.length > 0 ? devices.map(({ id }) => id) : [],
    ),
  );
  const pace = pacing();
  const desired = new Map<string, Entry[]>();
  for (const { id, scope, devices } of controllers) {
    const byRight = new Map(devices.map((device) => [rightOf(device), device]));
    const entries = devices.flatMap((device) => keys.get(device.id) ?? []);
    if (scope.everything) entries.push(...devices.map(deviceEntry));
    const judged = scope.everything ? people.at(devices) : scope.people.flatMap((one) => people.byId.get(one) ?? []);
    for (const person of judged) {
      await pace();
      const entry = personEntry(person, byRight, people.pins.get(person.id) ?? null);
      if (entry) entries.push(entry);
    }
    desired.set(id, scope.everything ? entries : entries.filter(isIn(scope)));
  }
  return desired;
}

/** Leaves out keys that are not judged: all keys of a device are read together. */
const isIn =
  ({ keys }: Extract<Scope, { everything: false }>) =>
  ({ id, kind }: Entry) =>
    kind !== 'key' || keys.includes(id);

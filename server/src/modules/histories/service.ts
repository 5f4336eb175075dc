import type { Custody, DeviceHistory, ProfileHistory } from '@keyward/contract/device-history';
import { can } from '@keyward/contract/permissions';
import { assertProfileVisible, assertVisible, isVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { emptyAt, forecastDays } from '#core/device-history/forecast.ts';
import { dayMs, hoursOfPoints, type Range, readRange } from '#core/device-history/range.ts';
import { type KnownDevice, readConnections, readNumbers, readSince } from '#core/device-history/read.ts';
import { heldBy, readTakenKeys, readTransfers, touches, withPresent } from '#core/device-history/transfers.ts';
import { existing } from '#core/entity.ts';
import { visibleSets } from '#core/list/conditions/scope.ts';
import { named } from '#core/named.ts';
import type { Db } from '#db/tenant.ts';
import { findDevice, findHeldKeys, findNames, findProfile } from './queries.ts';

/** The history of a device. Throws notFound and invalidFilterValue. */
export async function readDeviceHistory(db: Db, actor: Actor, id: string, asked: Range): Promise<DeviceHistory> {
  const device = existing(await findDevice(db, actor, id));
  assertVisible(actor, device.locationId);
  const range = readRange(asked);
  return {
    ...range,
    since: await readSince(db, device),
    numbers: await readNumbers(db, device, range, { hours: hoursOfPoints(range) }),
    connectivity:
      device.deviceClass === 'OKM' ? await readConnections(db, id, range, actor.tenant.config.offlineOkmMinutes) : [],
    custody: device.deviceClass === 'KEY' ? await readCustody(db, actor, device, range) : [],
    forecast: await forecast(db, device),
  };
}

async function forecast(db: Db, device: KnownDevice): Promise<DeviceHistory['forecast']> {
  if (device.state_schema['battery']?.type !== 'percent') return null;
  const now = clock.now();
  const span = {
    from: new Date(now.getTime() - forecastDays * dayMs).toISOString(),
    to: new Date(now.getTime() + 1).toISOString(),
  };
  const [numbers] = await readNumbers(db, device, span, { hours: 1, fields: ['battery'] });
  const empty = numbers ? emptyAt(numbers.points, now) : null;
  return empty === null ? null : { field: 'battery', emptyAt: empty };
}

type Key = NonNullable<Awaited<ReturnType<typeof findDevice>>>;

/** Custody of a key: past holders from events, the present one from custody. */
async function readCustody(db: Db, actor: Actor, key: Key, range: Range): Promise<Custody[]> {
  const mayReadEvents = can.readEvents.holds(actor.authority);
  const held = mayReadEvents ? heldBy(await readTransfers(db, [key.id], range.from, await visibleSets(db, actor))) : [];
  return withPresent(held, key.takenAt, named(key.holderId, key.holderName)).filter((one) => touches(one, range));
}

/** The history of a profile. Throws notFound and invalidFilterValue. */
export async function readProfileHistory(db: Db, actor: Actor, id: string, asked: Range): Promise<ProfileHistory> {
  const profile = existing(await findProfile(db, id));
  assertProfileVisible(actor, profile.locations);
  const range = readRange(asked);
  return { ...range, custody: can.readDevices.holds(actor.authority) ? await readKeysOf(db, actor, id, range) : [] };
}

async function readKeysOf(db: Db, actor: Actor, id: string, range: Range): Promise<ProfileHistory['custody']> {
  const mayReadEvents = can.readEvents.holds(actor.authority);
  const sets = mayReadEvents ? await visibleSets(db, actor) : [];
  const taken = mayReadEvents ? await readTakenKeys(db, id, range, sets) : [];
  const present = await findHeldKeys(db, id);
  const names = await findNames(db, [...new Set([...taken, ...present.map(({ deviceId }) => deviceId)])]);
  const visible = new Map(names.filter((d) => isVisible(actor, d.locationId)).map(({ id: key, name }) => [key, name]));
  const transfers = taken.length > 0 ? await readTransfers(db, [...visible.keys()], range.from, sets) : [];
  const byKey = Map.groupBy(transfers, ({ deviceId }) => deviceId);
  return [...visible]
    .flatMap(([key, name]) => {
      const held = heldBy(byKey.get(key) ?? []).filter(({ holder }) => holder?.id === id);
      const takenAt = present.find(({ deviceId }) => deviceId === key)?.takenAt ?? null;
      return withPresent(held, takenAt, null).map(({ from, until }) => ({
        from,
        until,
        device: { id: key, name },
      }));
    })
    .filter((one) => touches(one, range))
    .toSorted((a, b) => (a.from === b.from ? (a.device.id < b.device.id ? -1 : 1) : a.from > b.from ? -1 : 1));
}

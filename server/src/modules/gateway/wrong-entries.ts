import type { Out } from '@keyward/contract/endpoint';
import type { redeems, WrongEntry, WrongEntryReply } from '@keyward/contract/redeem';
import { type Controller, reportedBy, touchToken } from '#core/auth/controller.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { writeEvents } from '#core/events/events.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import { lockSerial } from './offline-queries.ts';
import { insertUse } from './redeem-queries.ts';
import { countWrongEntries, ownDevices, usedNumbers, waitingDevices } from './tries-queries.ts';
import { attribute } from './use-events.ts';

/** Server time of a wrong entry; undefined if the controller's clock is not known, so that the entry counts as one of now. */
const timeOf = ({ time, offset }: WrongEntry): number | undefined =>
  offset === null ? undefined : Date.parse(time) - offset * 1000;

/**
 * Counts wrong entries that the controller judged itself: each at its own time, and once by its number, even if that is the
 * number of a redeem call. Returns which of the controller's devices accept no entry. Records an event when a device begins to
 * wait, then at most hourly. Locks the controller's devices, their tries and the tenant's, in that order.
 */
export async function reportTries(
  db: Db,
  vault: Vault,
  controller: Controller,
  tries: readonly WrongEntry[],
): Promise<Out<typeof redeems.tries>['data']> {
  await touchToken(db, controller);
  const { deviceId } = controller;
  const serials = tries.map(({ serial }) => serial);
  const devices = new Map((await ownDevices(db, deviceId, serials)).map((device) => [device.serial, device]));
  for (const serial of [...devices.keys()].toSorted()) await lockSerial(db, serial);
  const byId = new Map([...devices.values()].map((device) => [device.id, device]));
  const numbers = await usedNumbers(
    db,
    deviceId,
    tries.map(({ number }) => number),
  );
  const wrong: { deviceId: string; at?: number; reported: boolean }[] = [];
  const replies: WrongEntryReply[] = [];
  const writes: Promise<unknown>[] = [];
  for (const one of tries) {
    const { number, serial } = one;
    const device = devices.get(serial);
    if (numbers.has(number)) {
      replies.push({ number, outcome: 'repeated' });
    } else if (!device) {
      replies.push({ number, outcome: 'refused', reason: 'unknownDevice' });
    } else {
      numbers.add(number);
      const at = timeOf(one);
      wrong.push({ deviceId: device.id, reported: true, ...(at === undefined ? {} : { at }) });
      const request_hash = vault.lookupHashes(`redeem ${db.tenantId} ${number}`, JSON.stringify(one)).current;
      const use = { controller_id: deviceId, number, request_hash };
      writes.push(insertUse(db, { ...use, granted: false, offline: true, reason: 'wrongEntry' }));
      replies.push({ number, outcome: 'counted' });
    }
  }
  await Promise.all(writes);
  const { blockings } = await countWrongEntries(db, wrong);
  const waits = await waitingDevices(db, deviceId);
  await writeEvents(
    db,
    blockings.flatMap(({ deviceId: id, at, until, occurrence }) => {
      const device = byId.get(id);
      if (!device) return [];
      return {
        event: 'WRONG_ENTRIES',
        result: 'unauthorized',
        reason: 'tooManyTries',
        time: new Date(at),
        entity: { domain: 'device', id, name: device.name },
        locations: locationIds(device.locationId),
        occurrence,
        changes: [attribute('blockedUntil', new Date(until).toISOString())],
        raw: { ...reportedBy(controller), serial: device.serial },
      };
    }),
  );
  return { tries: replies, waits };
}

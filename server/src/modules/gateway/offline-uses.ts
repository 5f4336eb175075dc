import type { EventChange } from '@keyward/contract/activity';
import type { OfflineUse, OfflineUseReply } from '@keyward/contract/redeem';
import { type Controller, reportedBy, touchToken } from '#core/auth/controller.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { stepAt } from '#core/onepass/code.ts';
import type { Db } from '#db/tenant.ts';
import { invitesOfKeys, lockKeys, lockSerial, saveCount } from './offline-queries.ts';
import {
  insertStep,
  insertUse,
  lockInvites,
  markUsed,
  readClock,
  type StoredUse,
  usesByNumber,
} from './redeem-queries.ts';
import { ownDevices } from './tries-queries.ts';
import { attribute, recordUses, type UseOfKey, useChanges } from './use-events.ts';

type Invite = Awaited<ReturnType<typeof lockInvites>>[number];
type Key = Awaited<ReturnType<typeof lockKeys>>[number];

/** The earliest time of a report that the database stores. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z');

/** Server time of a use, from the controller's clock and its offset; neither in the future nor before the year 1. */
function timeOf({ time, offset }: OfflineUse, now: Date): Date {
  const corrected = Date.parse(time) - (offset ?? 0) * 1000;
  return new Date(Math.max(earliest, Math.min(corrected, now.getTime())));
}

/** Changes in the event of a use that no server judged. */
function circumstances(use: OfflineUse, key: Key, invite: Invite | undefined, at: Date): EventChange[] {
  const isAfter = (end: string | null | undefined) => end !== null && end !== undefined && at >= new Date(end);
  return [
    attribute('offline', 'true'),
    attribute('controllerTime', use.time),
    ...(use.offset === null ? [] : [attribute('clockOffset', `${use.offset} s`)]),
    ...(isAfter(key.expiresAt) ? [attribute('afterEnd', 'true')] : []),
    ...(isAfter(invite?.cancelledAt) ? [attribute('afterCancel', 'true')] : []),
  ];
}

/** The key with one more use; a use beyond its maximum is counted separately. */
function withUse(key: Key, use: OfflineUse, at: Date, now: Date): { key: Key; over: boolean } {
  const over = key.uses >= key.maxUses;
  const time = at.toISOString();
  return {
    over,
    key: {
      ...key,
      uses: over ? key.uses : key.uses + 1,
      overUses: over ? key.overUses + 1 : key.overUses,
      // a step far ahead, from a wrong clock, would block the key for good
      lastStep: Math.max(key.lastStep ?? 0, Math.min(use.step, stepAt(now) + 1)),
      lastUsedAt: key.lastUsedAt !== null && key.lastUsedAt > time ? key.lastUsedAt : time,
    },
  };
}

/** Whether this use was stored before: as an offline use, or by the call whose answer was lost. */
const isSame = (stored: Pick<StoredUse, 'key_id' | 'step' | 'granted'>, use: OfflineUse) =>
  stored.granted && stored.key_id === use.keyId && stored.step === use.step;

/**
 * Stores uses that the controller granted while it was off line. They happened, so none is refused for the key's end, its
 * cancellation or its number of uses, and none is counted twice. Locks devices, invitations and keys, in that order, and none of
 * another controller.
 */
export async function storeOfflineUses(
  db: Db,
  vault: Vault,
  controller: Controller,
  uses: readonly OfflineUse[],
): Promise<OfflineUseReply[]> {
  await touchToken(db, controller);
  const { deviceId } = controller;
  const devices = await ownDevices(
    db,
    deviceId,
    uses.map((use) => use.serial),
  );
  for (const serial of devices.map((device) => device.serial).toSorted()) await lockSerial(db, serial);
  const keyIds = uses.map((use) => use.keyId);
  const deviceIds = devices.map(({ id }) => id);
  const invites = new Map(
    (await lockInvites(db, { ids: await invitesOfKeys(db, keyIds, deviceIds) })).map((one) => [one.id, one]),
  );
  const keys = new Map((await lockKeys(db, keyIds, deviceIds)).map((key) => [key.id, key]));
  const stored = await usesByNumber(
    db,
    deviceId,
    uses.map((use) => use.number),
  );
  const known = new Map<string, Pick<StoredUse, 'key_id' | 'step' | 'granted'>>(stored.map((use) => [use.number, use]));
  const { now } = await readClock(db);

  const used = new Set<string>();
  const events: UseOfKey[] = [];
  const replies: OfflineUseReply[] = [];
  for (const use of uses) {
    const before = known.get(use.number);
    const key = keys.get(use.keyId);
    if (before) {
      const same = isSame(before, use);
      replies.push({ number: use.number, ...(same ? { outcome: 'repeated' } : refused('numberReused')) });
      continue;
    }
    if (!key || key.serial !== use.serial || (key.deviceId !== deviceId && key.controllerId !== deviceId)) {
      replies.push({ number: use.number, ...refused('unknownKey') });
      continue;
    }
    const invite = key.inviteId === null ? undefined : invites.get(key.inviteId);
    const at = timeOf(use, now);
    const { key: counted, over } = withUse(key, use, at, now);
    keys.set(key.id, counted);
    known.set(use.number, { granted: true, key_id: key.id, step: use.step });
    used.add(key.id);
    const all = counted.uses + counted.overUses;
    await insertUse(db, {
      controller_id: deviceId,
      number: use.number,
      key_id: key.id,
      step: use.step,
      granted: true,
      offline: true,
      request_hash: vault.lookupHashes(`redeem ${db.tenantId} ${use.number}`, JSON.stringify(use)).current,
      uses_left: counted.maxUses - counted.uses,
    });
    if (invite) await insertStep(db, { invite_id: invite.id, key_id: key.id, step: 'used', detail: String(all), at });
    const device = { id: key.deviceId, name: key.name, locationId: key.locationId };
    const changes = [
      ...useChanges(key.id, all, counted.maxUses),
      ...circumstances(use, key, invite, at),
      ...(over ? [attribute('overUse', 'true')] : []),
    ];
    const raw = { ...reportedBy(controller), ...use };
    events.push({ device, key, result: 'success', changes, raw, time: new Date(use.time) });
    replies.push({ number: use.number, outcome: 'stored' });
  }
  for (const id of used) {
    const key = keys.get(id);
    if (key) await saveCount(db, id, key);
  }
  const inviteIds = [...invites.keys()].filter((id) => [...used].some((key) => keys.get(key)?.inviteId === id));
  await markUsed(db, { inviteIds });
  await recordUses(db, events);
  return replies;
}

const refused = (reason: 'unknownKey' | 'numberReused') => ({ outcome: 'refused', reason }) as const;

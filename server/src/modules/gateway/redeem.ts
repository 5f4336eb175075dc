import type { EventChange } from '@keyward/contract/activity';
import { type RedeemReply, redeemReply, type RedeemRequest } from '@keyward/contract/redeem';
import type { RedeemReason } from '@keyward/contract/redeem-reasons';
import { type Controller, reportedBy, touchToken } from '#core/auth/controller.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { PortalError } from '#core/errors.ts';
import { keySecretContext, stepOfCode } from '#core/onepass/code.ts';
import { type Db, planOnce } from '#db/tenant.ts';
import {
  claimSerial,
  countUse,
  type DeviceKey,
  findDevice,
  findUse,
  insertStep,
  insertUse,
  keysOfDevice,
  lockInvites,
  markUsed,
  type NewUse,
  readClock,
  secondsBlocked,
  type StoredUse,
} from './redeem-queries.ts';
import { countWrongEntries } from './tries-queries.ts';
import { attribute, recordUses, useChanges, type UsedDevice } from './use-events.ts';

type KeyState = Pick<DeviceKey, 'expiresAt' | 'uses' | 'maxUses' | 'lastStep'> & { lost?: boolean };
/** A key whose code was entered, with the time step of the code. */
type Match = { key: DeviceKey; step: number; reason: RedeemReason | undefined };

/** The reason why the key does not open at `now` with the code of `step`; undefined if it does. */
function reasonAgainst(key: KeyState, status: string | null, step: number, now: Date): RedeemReason | undefined {
  if (key.lost) return 'lost';
  if (status === 'CANCELLED') return 'cancelled';
  if (Date.parse(key.expiresAt) <= now.getTime()) return 'expired';
  if (key.uses >= key.maxUses) return 'usedUp';
  return key.lastStep !== null && step <= key.lastStep ? 'codeUsed' : undefined;
}

/** The key of this code; prefers one that works. */
function findMatch(db: Db, vault: Vault, keys: readonly DeviceKey[], code: string, now: Date): Match | undefined {
  const matches = keys.flatMap((key): Match[] => {
    const secret = vault.open(key.secret, keySecretContext(db.tenantId, key.id));
    const step = secret === undefined ? undefined : stepOfCode(secret, code, now);
    return step === undefined ? [] : [{ key, step, reason: reasonAgainst(key, key.status, step, now) }];
  });
  return matches.find(({ reason }) => reason === undefined) ?? matches[0];
}

const hashesOf = (db: Db, vault: Vault, { number, serial, code }: RedeemRequest) =>
  vault.lookupHashes(`redeem ${db.tenantId} ${number}`, JSON.stringify([serial, code]));

/** The answer that was stored with the number. Throws keyReused if the number was sent with another serial number or code. */
function repeated(stored: StoredUse, hashes: ReturnType<typeof hashesOf>): RedeemReply {
  const same = [hashes.current, hashes.old].some((hash) => hash && stored.request_hash.equals(hash));
  if (!same) throw new PortalError('keyReused', { field: 'number' });
  return redeemReply.parse({
    granted: stored.granted,
    ...(stored.key_id === null ? {} : { keyId: stored.key_id }),
    ...(stored.uses_left === null ? {} : { usesLeft: stored.uses_left }),
    ...(stored.reason === null ? {} : { reason: stored.reason }),
  });
}

type Entry = Awaited<ReturnType<typeof readEntry>>;

/** Reads the data that an entry is judged by. Sent with the query that finds the controller. */
export async function readEntry(db: Db, tokenHash: Buffer, { number, serial }: RedeemRequest) {
  const door = { tokenHash, serial };
  planOnce(db);
  const [{ own, free }, stored, device, seconds, keys, { now, enabled }] = await Promise.all([
    claimSerial(db, door),
    findUse(db, { tokenHash, number }),
    findDevice(db, door),
    secondsBlocked(db, door),
    keysOfDevice(db, door),
    readClock(db),
  ]);
  // a device that has become the controller's since then is not locked
  return { free, stored, device: own ? device : undefined, seconds, keys, now, enabled };
}

/**
 * Judges a code entered at a device of this controller, by the database's clock, and counts the use. The answer is stored with
 * the controller's number in the same transaction, except a refusal for too many wrong entries. One entry at a device is judged
 * at a time. Locks the invitation, then the key. Throws stillRunning during another entry, notFound without OnePASS, keyReused. A
 * key that was cancelled, ended or given a use back since it was read violates `useCounted`.
 */
export async function redeem(
  db: Db,
  vault: Vault,
  controller: Controller,
  entry: RedeemRequest & Entry,
): Promise<RedeemReply> {
  if (!entry.free) throw new PortalError('stillRunning');
  if (!entry.enabled) throw new PortalError('notFound');
  // sent first, because the last statement of `judgeEntry` ends the transaction
  const [, reply] = await Promise.all([touchToken(db, controller), judgeEntry(db, vault, controller, entry)]);
  return reply;
}

async function judgeEntry(
  db: Db,
  vault: Vault,
  controller: Controller,
  entry: RedeemRequest & Entry,
): Promise<RedeemReply> {
  const { number, serial, code, stored, device, seconds, keys, now } = entry;
  const { deviceId } = controller;
  const hashes = hashesOf(db, vault, entry);
  if (stored) return repeated(stored, hashes);
  const use = { controller_id: deviceId, number, request_hash: hashes.current };
  if (!device) {
    await insertUse(db, { ...use, granted: false, reason: 'unknownDevice' });
    return { granted: false, reason: 'unknownDevice' };
  }
  if (seconds > 0) return { granted: false, reason: 'tooManyTries', retryAfter: seconds };

  const match = findMatch(db, vault, keys, code, now);
  const { answer, changes } = match ? judgeKey(match) : await refuseUnknown(db, device);
  const { granted, keyId: key_id, reason } = answer;
  // sent together, and the events last, because a person waits at the lock
  await Promise.all([
    match && granted
      ? storeGrant(db, match, use)
      : insertUse(db, { ...use, granted: false, key_id, reason, step: match?.step }),
    recordUses(
      db,
      [
        {
          device,
          key: match?.key,
          result: granted ? 'success' : 'unauthorized',
          reason,
          changes: [...changes, ...(reason ? [attribute('reason', reason)] : [])],
          raw: { ...reportedBy(controller), serial, number },
          time: now,
          receivedAt: now,
        },
      ],
      { last: true },
    ),
  ]);
  return answer;
}

type Judged = { answer: RedeemReply; changes: EventChange[] };

async function refuseUnknown(db: Db, device: UsedDevice): Promise<Judged> {
  const { blockedUntil } = await countWrongEntries(db, [{ deviceId: device.id, reported: false }]);
  const until = blockedUntil.get(device.id);
  return {
    answer: { granted: false, reason: 'wrongCode' },
    changes: until === undefined ? [] : [attribute('blockedUntil', new Date(until).toISOString())],
  };
}

/** The answer to a use of the key, valid unless the key changes before the use is counted. */
function judgeKey({ key, reason }: Match): Judged {
  if (reason) return { answer: { granted: false, keyId: key.id, reason }, changes: useChanges(key.id) };
  const uses = key.uses + 1;
  return {
    answer: { granted: true, keyId: key.id, usesLeft: key.maxUses - uses },
    changes: useChanges(key.id, uses, key.maxUses),
  };
}

/** Counts the use and stores it with the key's invitation. Sent as by `sendNow`; violates `useCounted` as `countUse` does. */
function storeGrant(db: Db, { key, step }: Match, use: NewUse) {
  const { id, inviteId, uses, status } = key;
  return Promise.all([
    inviteId !== null && lockInvites(db, { ids: [inviteId] }),
    countUse(db, { ...use, key_id: id, step, uses, invite_id: inviteId }),
    inviteId !== null && status === 'NEW' && markUsed(db, { inviteIds: [inviteId] }),
    inviteId !== null && insertStep(db, { invite_id: inviteId, key_id: id, step: 'used', detail: String(uses + 1) }),
  ]);
}

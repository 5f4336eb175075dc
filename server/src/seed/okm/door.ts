// A simulated controller's handling of digits that are typed at one of its locks.
import { argon2, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { KeypadResult } from '@keyward/contract/keypad';
import type { RedeemReply, RedeemRequest } from '@keyward/contract/redeem';
import { codeSeconds, stepOfCode } from '#core/onepass/code.ts';
import type { Unit } from '#seed/fleet.ts';
import { deviceOf, hasRight, keysAt } from './holdings.ts';
import { GatewayError } from './line.ts';
import type { Okm } from './okm.ts';
import { blockFor, countWrong, noteTry, secondsBlocked } from './tries.ts';

const hashPin = promisify(argon2);
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

export type Entry = {
  okm: Okm;
  lock: Unit;
  digits: string;
  /** Whether the network works. */
  online: boolean;
  /** The keys of the controller, for the rule on the place of keys. */
  keys: readonly Unit[];
  /** Whether the bolt is blocked, so that no opening follows. */
  blocked?: boolean;
};
/** `agent` is the profile ID of the PIN; `why`: the rule that the person failed, if the controller knows it. */
export type Outcome = KeypadResult & { agent?: string; why?: 'key' };

const isCode = (digits: string) => /^\d{8}$/.test(digits);

/** Judges digits typed at a lock: as a PIN, then as a OnePASS code by the gateway or, off line, by the entries held. */
export async function enterDigits(entry: Entry): Promise<Outcome> {
  const { okm, lock, online } = entry;
  const seconds = secondsBlocked(okm, lock.serial);
  if (seconds > 0) return { opened: false, reason: 'tooManyTries', retryAfter: seconds };
  const byPin = await enterPin(entry);
  if (byPin) return byPin;
  const number = randomUUID();
  const { byPortal, ...result } = isCode(entry.digits) ? await enterCode(entry, number) : wrongHere;
  if (result.reason === 'tooManyTries') blockFor(okm, lock.serial, result.retryAfter ?? 0);
  if (result.reason === 'wrongCode') {
    countWrong(okm, lock.serial);
    const wrong = { number, serial: lock.serial, time: new Date().toISOString(), offset: 0 };
    // the portal counts the entries that it judged itself
    if (!byPortal) await noteTry(okm, wrong, online);
  }
  return result;
}

type Judged = KeypadResult & { byPortal: boolean };
const wrongHere: Judged = { opened: false, reason: 'wrongCode', byPortal: false };

const words = ({ granted, reason, usesLeft, retryAfter }: RedeemReply): Judged => ({
  byPortal: true,
  opened: granted,
  ...(reason ? { reason } : {}),
  ...(usesLeft === undefined ? {} : { usesLeft }),
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

async function enterCode(entry: Entry, number: string): Promise<Judged> {
  const { okm, lock, digits, online, blocked } = entry;
  if (!online) return enterCodeOffline(entry, number);
  const request = { number, serial: lock.serial, code: digits };
  let answer: RedeemReply;
  try {
    answer = await redeemOnce(okm, request);
  } catch (error) {
    const status = error instanceof GatewayError ? error.status : 503;
    // the organization has no OnePASS
    if (status === 404) return wrongHere;
    if (status < 500 && status !== 401) throw error;
    return enterCodeOffline(entry, number);
  }
  if (!answer.granted || !answer.keyId) return words(answer);
  okm.steps.set(answer.keyId, Math.floor(Date.now() / 1000 / codeSeconds));
  if (!blocked) return words(answer);
  await okm.line.giveBack(number, 'bolt blocked');
  return { opened: false, reason: 'boltBlocked', byPortal: true };
}

/** Redeems with retries: the answer may be lost, or another entry be judged. The same number gets the same answer. */
async function redeemOnce({ line }: Pick<Okm, 'line'>, request: RedeemRequest, tries = 5): Promise<RedeemReply> {
  try {
    return await line.redeem(request);
  } catch (error) {
    if (error instanceof GatewayError && error.status !== 409) throw error;
    // returns an answer, so that the code is not judged off line: the lock stays closed
    if (tries === 1 && error instanceof GatewayError) return { granted: false };
    if (tries === 1) throw error;
    await sleep(100);
    return redeemOnce({ line }, request, tries - 1);
  }
}

/** Judges a code by the keys held; the use is stored before the lock opens, and reported later. */
function enterCodeOffline({ okm, lock, digits }: Entry, number: string): Judged {
  const now = new Date();
  const keys = keysAt(okm.holds, lock.serial, now);
  const matches = keys.flatMap((key) => {
    const step = stepOfCode(key.secret, digits, now);
    return step === undefined ? [] : [{ key, step }];
  });
  const [match] = matches;
  if (!match) return wrongHere;
  const { key, step } = match;
  if (step <= (okm.steps.get(key.id) ?? 0)) return { opened: false, reason: 'codeUsed', byPortal: false };
  okm.steps.set(key.id, step);
  okm.uses.push({ number, serial: lock.serial, keyId: key.id, step, time: now.toISOString(), offset: 0 });
  return { opened: true, offline: true, byPortal: false };
}

/** Rule 3: a lock requires a key that the person may use and that is in its place or held by the person. */
function hasKey({ okm, keys }: Entry, rights: readonly string[], username: string): boolean {
  return keys.some((key) => {
    const right = deviceOf(okm.holds, key.serial)?.right;
    return right !== undefined && rights.includes(right) && (key.holder === null || key.holder === username);
  });
}

/** Judges a PIN; undefined if no person has it. */
async function enterPin(entry: Entry): Promise<Outcome | undefined> {
  const { okm, lock, digits } = entry;
  const now = new Date();
  if (okm.holds.usableUntil <= now.getTime()) return undefined;
  const hashes = new Map<string, string>();
  for (const person of okm.holds.people.values()) {
    const [, memory, passes, parallelism, salt, expected] = phc.exec(person.verifier ?? '') ?? [];
    if (!memory || !passes || !parallelism || !salt || !expected) continue;
    const parameters = [memory, passes, parallelism, salt].join();
    const hash = hashes.get(parameters) ?? (await hashOf(digits, { memory, passes, parallelism, salt }));
    hashes.set(parameters, hash);
    if (hash !== expected) continue;
    const device = deviceOf(okm.holds, lock.serial);
    const { username: agent } = person;
    // a missing right does not show which rule failed: the portal determines that
    if (!device || !hasRight(person, device, now)) return { opened: false, reason: 'notAllowed', agent };
    if (hasKey(entry, person.rights, agent)) return { opened: true, agent };
    return { opened: false, reason: 'notAllowed', agent, why: 'key' };
  }
  return undefined;
}

async function hashOf(digits: string, phcPart: { memory: string; passes: string; parallelism: string; salt: string }) {
  const tag = await hashPin('argon2id', {
    message: digits,
    nonce: Buffer.from(phcPart.salt, 'base64'),
    memory: Number(phcPart.memory),
    passes: Number(phcPart.passes),
    parallelism: Number(phcPart.parallelism),
    tagLength: 32,
  });
  return tag.toString('base64').replace(/=+$/, '');
}

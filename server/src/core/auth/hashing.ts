// The limits on password hashes: on those that run at once, and on the calls that wait for them.
import { availableParallelism } from 'node:os';
import { Semaphore } from 'async-mutex';
import { PortalError } from '#core/errors.ts';

/**
 * Hashing takes tens of milliseconds of CPU on libuv's four threads. Limits concurrent hashes to half the cores, so
 * that files, DNS and other requests never wait for sign-ins.
 */
const hashSlots = Math.max(1, Math.floor(availableParallelism() / 2));
const slots = new Semaphore(hashSlots);

/** Runs one hash when a slot is free, in turn. `hashingCall` and `hashForMany` bound the number that wait. */
export const withHashSlot = <T>(work: () => Promise<T>): Promise<T> => slots.runExclusive(work);

/** Hashes for many profiles that run or wait for a slot at once: where there are two slots or more, one is left to sign-ins. */
export const hashesForMany = Math.max(1, hashSlots - 1);
const places = new Semaphore(hashesForMany);

/**
 * Carries out work for one of many profiles, which hashes one password after the other: a row of a file, the verifier of a PIN.
 * It waits for a place before it waits for a slot. So a sign-in finds a slot free, or where there is only one it waits for one
 * such hash, however many files are read at once.
 */
export const hashForMany = <T>(work: () => Promise<T>): Promise<T> => places.runExclusive(work);

/**
 * Maximum number of concurrent calls that hash, for each slot: the last of them waits about four seconds for a hash of 30 ms,
 * which a person still accepts. A call that waited longer would hold memory and a socket, and be hashed after its person has
 * gone.
 */
export const maxHashingCalls = 128 * hashSlots;
let calls = 0;

/**
 * Carries out a call that hashes a password, with its work before and after. Jobs need no place: they wait behind the calls.
 * Throws passwordsBusy, at once and before `work`, while there are `maxHashingCalls`.
 */
export async function hashingCall<T>(work: () => Promise<T>): Promise<T> {
  if (calls >= maxHashingCalls) throw new PortalError('passwordsBusy');
  calls++;
  try {
    return await work();
  } finally {
    calls--;
  }
}

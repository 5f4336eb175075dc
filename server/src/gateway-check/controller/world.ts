// The contents that the played portal hands out: a store with a lock, a second lock, keys, people with PINs, and OnePASS keys.
import { argon2Sync, hash, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Entry } from '#gateway-check/digest.ts';

type Device = Entry & { serial: string; deviceClass: string; right: string };
type Person = Entry & {
  name: string;
  username: string;
  notBefore: string | null;
  notAfter: string | null;
  rights: string[];
  verifier: string | null;
};
type Key = Entry & { serial: string; notAfter: string; secret: string };
export type Contents = { devices: Device[]; people: Person[]; keys: Key[] };
export const entriesOf = ({ devices, people, keys }: Contents): Entry[] => [...devices, ...people, ...keys];

/** Small parameters, since the controller must read them from the verifier. */
const cost = { memory: 1024, passes: 2, parallelism: 1 };
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const withHash = <T extends object>(content: T): T & Entry => ({
  ...content,
  id: randomUUID(),
  hash: hash('sha256', JSON.stringify(content) + randomUUID(), 'base64url').slice(0, 22),
});
/** The same entry with other content. */
export const changed = <T extends Entry>(entry: T, change: Partial<T>): T => ({
  ...entry,
  ...change,
  hash: hash('sha256', entry.hash, 'base64url').slice(0, 22),
});
const fromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const confirmation = z
  .object({ epoch: z.number(), version: z.number(), digest: z.string() })
  .catch({ epoch: 0, version: 0, digest: '' });
const numbers = z.array(z.object({ number: z.string() }));
const numbered = z.object({ uses: numbers.default([]), tries: numbers.default([]) }).catch({ uses: [], tries: [] });
const answer = z.object({ state: z.string() }).catch({ state: 'refused' });

export const serials = {
  lock: '3A10000000000001',
  closet: '3A10000000000002',
  key: '7E00000000000001',
  okm: '9F40000000000001',
};
export const pins = { may: '48213', late: '59324', early: '61435', noRight: '72546', noKey: '83657', wrong: '10101' };

export function openWorld() {
  const salt = randomBytes(16);
  const verifier = (pin: string) => {
    const tag = argon2Sync('argon2id', { message: pin, nonce: salt, ...cost, tagLength: 32 });
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
  };
  const device = (serial: string, deviceClass: string, right: string) => withHash({ serial, deviceClass, right });
  const person = (
    name: string,
    pin: string | null,
    rights: string[],
    notBefore: string | null,
    notAfter: string | null,
  ) => withHash({ name, username: name.toLowerCase(), notBefore, notAfter, rights, verifier: pin && verifier(pin) });
  const key = (serial: string, hours: number) =>
    withHash({ serial, notAfter: fromNow(hours), secret: randomBytes(32).toString('hex') });

  const may = person('May', pins.may, ['r-lock', 'r-key', 'r-okm'], null, null);
  const keys = { refused: key(serials.lock, 24), offLine: key(serials.lock, 24), ended: key(serials.lock, -1) };
  const contents: Contents = {
    devices: [
      device(serials.okm, 'OKM', 'r-okm'),
      device(serials.lock, 'LOCK', 'r-lock'),
      device(serials.closet, 'LOCK', 'r-closet'),
      device(serials.key, 'KEY', 'r-key'),
    ],
    people: [
      may,
      person('Late', pins.late, ['r-lock', 'r-key'], null, fromNow(-1)),
      person('Early', pins.early, ['r-lock', 'r-key'], fromNow(1), null),
      person('Right', pins.noRight, ['r-closet', 'r-key'], null, null),
      person('Keyless', pins.noKey, ['r-lock'], null, null),
      person('Pinless', null, ['r-lock', 'r-key'], null, null),
    ],
    keys: Object.values(keys),
  };
  const empty: Contents = { devices: [], people: [], keys: [] };
  return {
    contents,
    empty,
    may,
    keys,
    person,
    parse: (text: string): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    },
    confirmation: (body: unknown) => confirmation.parse(body),
    /** The numbers of uses or of wrong entries in a body. */
    numbers: (body: unknown) => {
      const { uses, tries } = numbered.parse(body);
      return [...uses, ...tries].map(({ number }) => number);
    },
    answered: (body: unknown) => answer.parse(body).state,
  };
}
export type World = ReturnType<typeof openWorld>;

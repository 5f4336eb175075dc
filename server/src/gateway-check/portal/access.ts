// Section 3 of docs/gateway.md: the entries that a controller holds.
import { z } from 'zod';
import { digestOf } from '#gateway-check/digest.ts';
import { uuid } from '#gateway-check/uuid.ts';
import { type Check, given, must, Untried } from '#gateway-check/verdicts.ts';
import type { Answer } from './client.ts';
import { entriesOf, type Held, heldAnswer, read, type Subject } from './subject.ts';

const instant = z.iso.datetime({ precision: 3 });
const id = z.string().regex(uuid);
const entry = { id, hash: z.string().min(1) };
const serial = z.string().regex(/^[0-9A-F]{16}$/);
const form = z.object({
  data: z.object({
    epoch: z.int().min(0),
    version: z.int().min(0),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    usableUntil: instant,
    whole: z.literal(true),
    devices: z.array(z.object({ ...entry, serial, deviceClass: z.string(), right: z.string().min(1) })),
    people: z.array(
      z.object({
        ...entry,
        name: z.string(),
        username: z.string(),
        notBefore: instant.nullable(),
        notAfter: instant.nullable(),
        rights: z.array(z.string()),
        verifier: z.string().nullable(),
      }),
    ),
    keys: z.array(z.object({ ...entry, serial, notAfter: instant, secret: z.string().regex(/^[0-9a-f]{64}$/) })),
    removed: z.array(id).max(0),
  }),
});
const phc = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$([A-Za-z0-9+/]+)\$[A-Za-z0-9+/]+$/;

/** The holdings after an answer, which may be a delta. */
function applied(before: Held, answer: Held): Held {
  if (answer.whole) return answer;
  const gone = new Set([...answer.removed, ...entriesOf(answer).map((one) => one.id)]);
  const keep = <T extends { id: string }>(old: readonly T[], sent: readonly T[]) => [
    ...old.filter((one) => !gone.has(one.id)),
    ...sent,
  ];
  const { devices, people, keys } = before;
  return {
    ...answer,
    devices: keep(devices, answer.devices),
    people: keep(people, answer.people),
    keys: keep(keys, answer.keys),
  };
}

const heldIn = async (answer: Answer) =>
  given(
    'GET access',
    Promise.try(() => read(z.object({ data: heldAnswer }), answer).data),
  );

export function access(subject: Subject): Check[] {
  const { get, hold, fetchAccess, positionQuery, changed } = subject;
  const unchanged = async () => {
    const { epoch, version } = await hold();
    return get('access', { 'if-none-match': `"${epoch}-${version}"` });
  };
  const untilOf = (text: unknown) =>
    typeof text === 'string' && instant.safeParse(text).success ? Date.parse(text) : NaN;
  return [
    {
      id: 'P3.1',
      title: 'Without a position the answer is whole, and each field has its form.',
      work: async () => void read(form, await get('access')),
    },
    {
      id: 'P3.2',
      title: 'The digest is that of the entries of the whole answer.',
      work: async () => {
        const held = await hold();
        const own = digestOf(entriesOf(held));
        must(own === held.digest, own, held.digest);
      },
    },
    {
      id: 'P3.3',
      title: 'ETag is the epoch, a hyphen and the version, in quotation marks.',
      work: async () => {
        const answer = await get('access');
        const { epoch, version } = await heldIn(answer);
        must(answer.headers.etag === `"${epoch}-${version}"`, `"${epoch}-${version}"`, answer.headers.etag);
      },
    },
    {
      id: 'P3.4',
      title: 'If-None-Match of what is held: 304 without a body.',
      work: async () => {
        const answer = await unchanged();
        must(answer.status === 304 && answer.text === '', '304 without a body', `${answer.status} ${answer.text}`);
      },
    },
    {
      id: 'P3.5',
      title: '304 renews usableUntil, in the header keyward-usable-until.',
      work: async () => {
        const before = untilOf((await hold()).usableUntil);
        const answer = await unchanged();
        if (answer.status !== 304) throw new Untried(`If-None-Match was answered with ${answer.status}`);
        const header = answer.headers['keyward-usable-until'];
        must(untilOf(header) >= before, `a time from ${new Date(before).toISOString()} on`, header);
      },
    },
    {
      id: 'P3.6',
      title: 'usableUntil lies ahead of the server’s clock, by at most 168 hours.',
      work: async () => {
        const answer = await get('access');
        const { usableUntil } = await heldIn(answer);
        const hours = (untilOf(usableUntil) - Date.parse(answer.headers.date ?? new Date().toUTCString())) / 3_600_000;
        must(hours > 0 && hours <= 168.01, '0 to 168 hours from now', usableUntil);
      },
    },
    {
      id: 'P3.7',
      title: 'With the position of what is held, the answer is whole or names no change.',
      work: async () => {
        const held = await hold();
        const answer = await fetchAccess(positionQuery(held));
        const named = entriesOf(answer).length + answer.removed.length;
        must(answer.whole || named === 0, 'no entry', { whole: answer.whole, named });
      },
    },
    {
      id: 'P3.8',
      title: 'With a position that never was, the answer is whole.',
      work: async () => {
        const { whole } = await fetchAccess('?epoch=1&version=1');
        must(whole, 'whole: true', { whole });
      },
    },
    {
      id: 'P3.9',
      title: 'Entries agree: ids are there once; keys and rights are of the devices in the answer.',
      work: async () => {
        const held = await hold();
        const ids = entriesOf(held).map((one) => one.id);
        must(new Set(ids).size === ids.length, 'each id once', `${ids.length - new Set(ids).size} twice`);
        const serials = new Set(held.devices.map((one) => one.serial));
        const strange = held.keys.find((key) => !serials.has(key.serial));
        must(!strange, 'keys of devices in the answer', strange?.serial);
        const rights = new Set(held.devices.map((one) => one.right));
        const unknown = held.people.flatMap((one) => one.rights).find((right) => !rights.has(right));
        must(unknown === undefined, 'rights of devices in the answer', unknown);
      },
    },
    {
      id: 'P3.10',
      title: 'Verifiers are PHC strings of argon2id, all with one salt.',
      work: async () => {
        const verifiers = (await hold()).people.flatMap(({ verifier }) => verifier ?? []);
        if (verifiers.length === 0) throw new Untried('no person of this controller has a PIN');
        const strange = verifiers.find((text) => !phc.test(text));
        must(strange === undefined, '$argon2id$v=19$m=…,t=…,p=…$…$…', strange?.replace(/\$[^$]*$/, '$…'));
        const salts = new Set(verifiers.map((text) => phc.exec(text)?.[1]));
        must(salts.size === 1, 'one salt', `${salts.size} salts`);
      },
    },
    {
      id: 'P3.11',
      title: 'Epoch and version stay while nothing changes.',
      work: async () => {
        const { epoch, version, digest } = await fetchAccess();
        const again = await fetchAccess();
        if (again.digest !== digest) throw new Untried('something changed at the portal between two calls');
        must(
          again.epoch === epoch && again.version === version,
          `${epoch}-${version}`,
          `${again.epoch}-${again.version}`,
        );
      },
    },
    {
      id: 'P3.12',
      title: 'What was held before a change, with the changes applied, has the digest of the answer.',
      work: async () => {
        const { before, delta } = await changed();
        const own = digestOf(entriesOf(applied(before, delta)));
        must(own === delta.digest, own, delta.digest);
      },
    },
  ];
}

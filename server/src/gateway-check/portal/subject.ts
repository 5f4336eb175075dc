// The judged portal, with the parts that several clauses need.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { digestOf, type Entry } from '#gateway-check/digest.ts';
import { Finding, given, must, once, shown, Untried } from '#gateway-check/verdicts.ts';
import { codeAt, stepAt } from '#core/onepass/code.ts';
import type { Answer, Call, Send } from './client.ts';

export type Options = {
  /** A device of the controller that may be reported for and have wrong entries. */
  serial?: string | undefined;
  /** The id of a OnePASS key whose uses may be spent. */
  key?: string | undefined;
  /** Seconds to wait for a person who makes a change, and for one who sends a command. */
  wait?: number | undefined;
  /** Whether `serial` may be blocked by wrong entries. */
  block?: boolean | undefined;
  /** Asks the person to act. */
  prompt: (wanted: 'change' | 'unlock') => void;
};

const entry = { id: z.string(), hash: z.string() };
/** The fields that other clauses need; clause P3.1 judges the whole form. */
export const heldAnswer = z.object({
  epoch: z.number(),
  version: z.number(),
  digest: z.string(),
  usableUntil: z.string(),
  whole: z.boolean(),
  devices: z.array(z.object({ ...entry, serial: z.string(), right: z.string() })),
  people: z.array(z.object({ ...entry, rights: z.array(z.string()), verifier: z.string().nullable() })),
  keys: z.array(z.object({ ...entry, serial: z.string(), secret: z.string() })),
  removed: z.array(z.string()),
});
export type Held = z.infer<typeof heldAnswer>;
export const entriesOf = ({ devices, people, keys }: Pick<Held, 'devices' | 'people' | 'keys'>): Entry[] => [
  ...devices,
  ...people,
  ...keys,
];

/** Reads an answer. @throws Finding unless it is 200 with JSON of this shape. */
export function read<T>(schema: z.ZodType<T>, answer: Answer): T {
  must(answer.status === 200, '200', `${answer.status} ${answer.text}`);
  let json: unknown;
  try {
    json = JSON.parse(answer.text);
  } catch {
    throw new Finding('JSON', shown(answer.text));
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Finding(`${issue?.path.join('.')}: ${issue?.message}`, shown(answer.text));
}

const redeemAnswer = z.object({
  granted: z.boolean(),
  keyId: z.string().optional(),
  usesLeft: z.number().optional(),
  reason: z.string().optional(),
  retryAfter: z.number().optional(),
});
export type Redeemed = z.infer<typeof redeemAnswer>;
export type Use = { number: string; serial: string; code: string; step: number; answer: Redeemed };

const poll = z.object({
  data: z.object({ access: z.object({ epoch: z.number(), version: z.number() }), commands: z.number() }),
});
export const readPoll = (answer: Answer) => read(poll, answer).data;

export function openSubject(send: Send, options: Options) {
  const get = (path: string, headers: Record<string, string> = {}) =>
    send({ method: 'GET', path: `/gateway/v1/${path}`, headers });
  const post = (path: string, body: unknown, more: Partial<Call> = {}) =>
    send({ method: 'POST', path: `/gateway/v1/${path}`, body, ...more });
  const fetchAccess = async (query = '') => read(z.object({ data: heldAnswer }), await get(`access${query}`)).data;

  // --- the holdings of the controller
  let held = once(() => given('GET access', fetchAccess()));
  const hold = () => held();
  const forget = () => (held = once(() => given('GET access', fetchAccess())));
  const confirm = (position: { epoch: number; version: number }, digest: string, more: object = {}) =>
    post('access/confirm', { epoch: position.epoch, version: position.version, digest, ...more });
  const confirmHeld = async () => {
    const access = await hold();
    return confirm(access, digestOf(entriesOf(access)));
  };
  const positionQuery = (at: { epoch: number; version: number }) => `?epoch=${at.epoch}&version=${at.version}`;

  /** A change that a person makes while a poll waits: the holdings before it, the poll's answer, and the holdings after it. */
  const changed = once(async () => {
    const { wait } = options;
    if (wait === undefined) throw new Untried('a person has to change something: --wait <seconds>');
    forget();
    const before = await hold();
    options.prompt('change');
    const end = Date.now() + wait * 1000;
    for (let left = wait; left > 0; left = Math.ceil((end - Date.now()) / 1000)) {
      const answer = await get(`changes${positionQuery(before)}&wait=${Math.min(25, left)}`);
      if (answer.status !== 200) continue;
      const news = await given('GET changes', Promise.resolve(readPoll(answer)));
      if (news.access.version === before.version && news.access.epoch === before.epoch) {
        throw new Untried('a command waits for this controller: let it end first');
      }
      const delta = await given('GET access', fetchAccess(positionQuery(before)));
      forget();
      return { before, news, delta };
    }
    throw new Untried(`nothing changed within ${wait} s`);
  });

  // --- OnePASS codes
  const keyId = options.key;
  const key = once(async () => {
    if (keyId === undefined) throw new Untried('it takes uses of a OnePASS key: --key <id>');
    const found = (await hold()).keys.find(({ id }) => id === keyId);
    if (!found) throw new Untried(`the access answer has no key ${keyId}`);
    return found;
  });
  async function redeem(body: object): Promise<Redeemed> {
    const answer = await post('redeem', body);
    // if there is a key to use, the organization has OnePASS
    if (answer.status === 404 && keyId === undefined) throw new Untried('the organization has no OnePASS');
    return read(redeemAnswer, answer);
  }
  async function use(step: number): Promise<Use> {
    const { serial, secret } = await key();
    const entered = { number: randomUUID(), serial, code: codeAt(secret, new Date(step * 60_000)) };
    return { ...entered, step, answer: await redeem(entered) };
  }
  const startStep = once(async () => {
    const left = 60_000 - (Date.now() % 60_000);
    // the code of the step before must arrive within this step
    if (left < 15_000) await new Promise((resolve) => setTimeout(resolve, left));
    return stepAt(new Date());
  });
  const firstUse = once(async () => use((await startStep()) - 1));
  const secondUse = once(async () => {
    await firstUse();
    return use(await startStep());
  });
  const device = () => {
    if (options.serial === undefined) throw new Untried('it takes a device of the controller: --serial <serial>');
    return options.serial;
  };
  const basics = { send, options, get, post, redeem, fetchAccess, positionQuery };
  return { ...basics, hold, forget, confirm, confirmHeld, changed, key, firstUse, secondUse, startStep, device };
}
export type Subject = ReturnType<typeof openSubject>;

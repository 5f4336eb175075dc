// Functions with which tests change a portal's answers.
import type { Answer, Call, Send } from '#gateway-check/portal/client.ts';

export type Fault = (send: Send) => Send;
export type Row = { id: string; number: string; outcome: string; reason?: string; secondsLeft: number };
type Data = {
  epoch: number;
  version: number;
  digest: string;
  usableUntil: string;
  whole: boolean;
  devices: object[];
  people: { rights: string[]; verifier: string | null }[];
  removed: string[];
  outcome: string;
  tries: Row[];
  fetch: string;
  access: { epoch: number; version: number };
};
/** Fields of any answer or body. */
type Fields = {
  data: Data & Row[];
  accepted: number;
  duplicates: number;
  rejected: { index: number; reason: string }[];
  granted: boolean;
  keyId?: string;
  usesLeft: number;
  reason?: string;
  retryAfter?: number;
  returned: boolean;
  state: string;
  number: string;
  code: string;
  epoch: number;
  version: number;
  uses: { number: string }[];
  tries: object[];
};
type Change = (body: Fields, call: Call) => void;

/** Changes the answers to calls that match. */
export const answers =
  (matches: (call: Call) => boolean, change: (answer: Answer, call: Call) => Answer): Fault =>
  (send) =>
  async (call) => {
    const answer = await send(call);
    return matches(call) ? change(answer, call) : answer;
  };
export const bodyOf = (call: Call) => (typeof call.body === 'object' ? call.body : {}) as Partial<Fields>;
export const at = (path: string, method?: Call['method']) => (call: Call) =>
  call.path.replace(/\?.*/, '') === `/gateway/v1/${path}` && (method === undefined || call.method === method);
/** Changes the JSON of answers with 200. */
export const json = (matches: (call: Call) => boolean, change: Change): Fault =>
  answers(matches, (answer, call) => {
    if (answer.status !== 200) return answer;
    const body = JSON.parse(answer.text) as Fields;
    change(body, call);
    return { ...answer, text: JSON.stringify(body) };
  });
export const ok = (body: unknown) => (answer: Answer) => ({ ...answer, status: 200, text: JSON.stringify(body) });
export const status = (code: number) => (answer: Answer) => ({ ...answer, status: code });
export const refused = (path: string, from: number, to: number) =>
  answers(at(path), (answer) => (answer.status === from ? status(to)(answer) : answer));
export const whole = (call: Call) => at('access')(call) && !call.path.includes('?') && !call.headers?.['if-none-match'];
export const redeemed = at('redeem');
export const isGiveBack = ({ path }: Call) => path.endsWith('/return');
export const isCommandAnswer = ({ path, method }: Call) =>
  method === 'POST' && path.startsWith('/gateway/v1/commands/');
/** Matches only the n-th call that `matches`, counted from 1. */
export function nth(n: number, matches: (call: Call) => boolean): (call: Call) => boolean {
  let seen = 0;
  return (call) => matches(call) && ++seen === n;
}
export const outcome = (wanted: string, reported: string) =>
  json(at('access/confirm'), ({ data }) => {
    if (data.outcome === wanted) data.outcome = reported;
  });
/** Matches each call of redeem with a number that was sent before. */
export function repeats(): (call: Call) => boolean {
  const numbers = new Set<string>();
  return (call) => {
    if (!redeemed(call)) return false;
    const { number } = bodyOf(call);
    const isRepeat = numbers.has(number ?? '');
    numbers.add(number ?? '');
    return isRepeat;
  };
}
export const reason = (wanted: string, change: (body: Fields) => void) =>
  json(redeemed, (body) => {
    if (body.reason === wanted) change(body);
  });
export const usesOutcome = (wanted: string, reported: object) =>
  json(at('uses'), ({ data }) => {
    for (const one of data) if (`${one.outcome} ${one.reason ?? ''}`.trim() === wanted) Object.assign(one, reported);
  });
export const grants = (n: number, change: (body: Fields) => void) => {
  let seen = 0;
  return json(redeemed, (body) => {
    if (body.granted && ++seen === n) change(body);
  });
};

export const grant = (body: Fields) => {
  delete body.reason;
  body.granted = true;
};

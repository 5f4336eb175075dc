// Sections 1 and 2 of docs/gateway.md: rules for every call, and reports.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { uuid } from '#gateway-check/uuid.ts';
import { type Check, must, shown, Untried } from '#gateway-check/verdicts.ts';
import type { Answer } from './client.ts';
import { read, type Subject } from './subject.ts';

const refusal = z.object({ errors: z.array(z.object({ code: z.string().min(1), detail: z.string() })).min(1) });
function mustRefuse(answer: Answer, status: number, code?: string): void {
  must(answer.status === status, `${status}${code ? ` ${code}` : ''}`, `${answer.status} ${answer.text}`);
  if (code) must(answer.text.includes(`"${code}"`), `the code ${code}`, answer.text);
}
function mustHaveForm(answer: Answer): void {
  must(answer.status >= 400, 'a refusal', `${answer.status} ${answer.text}`);
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    body = undefined;
  }
  must(refusal.safeParse(body).success, '{ "errors": [{ "code", "detail" }] }', answer.text);
}

/** Each call, with a body that would change nothing. */
const allCalls = () => {
  const number = randomUUID();
  const nothing = { epoch: 1, version: 0, digest: '0'.repeat(64) };
  return [
    { method: 'POST', path: '/gateway/v1/reports', body: { reports: [] } },
    { method: 'GET', path: '/gateway/v1/access' },
    { method: 'POST', path: '/gateway/v1/access/confirm', body: nothing },
    { method: 'GET', path: '/gateway/v1/changes?wait=0' },
    { method: 'POST', path: '/gateway/v1/redeem', body: { number, serial: unknownSerial, code: '00000000' } },
    { method: 'POST', path: `/gateway/v1/redeem/${number}/return`, body: {} },
    { method: 'POST', path: '/gateway/v1/uses', body: { uses: [] } },
    { method: 'POST', path: '/gateway/v1/tries', body: { tries: [] } },
    { method: 'GET', path: '/gateway/v1/commands' },
    { method: 'POST', path: `/gateway/v1/commands/${number}`, body: { state: 'done' } },
  ] as const;
};
/** A serial number that no device type has. */
export const unknownSerial = 'FFFFFFFFFFFFFFFF';

export function everyCall({ send, get, post }: Subject): Check[] {
  const refusedWith = async (token: string | null) => {
    for (const call of allCalls()) {
      const answer = await send({ ...call, token });
      const asked = `${call.method} ${call.path}`;
      must(answer.status === 401, `401 to ${asked}`, `${answer.status} ${answer.text}`);
      mustRefuse(answer, 401, 'invalidControllerToken');
    }
  };
  return [
    {
      id: 'P1.1',
      title: 'A call without a token is refused: 401 invalidControllerToken.',
      work: () => refusedWith(null),
    },
    {
      id: 'P1.2',
      title: 'A call with an unknown token is refused: 401 invalidControllerToken.',
      work: () => refusedWith('0'.repeat(64)),
    },
    {
      id: 'P1.3',
      title: 'A refusal has the form { "errors": [{ "code", "detail" }] }.',
      work: async () => {
        mustHaveForm(await get('nothing'));
        mustHaveForm(await send({ method: 'GET', path: '/gateway/v1/commands', token: null }));
        mustHaveForm(await get('changes?wait=a'));
      },
    },
    {
      id: 'P1.4',
      title: 'A body that is not JSON, or that lacks a field, is refused with 400.',
      work: async () => {
        mustRefuse(await post('uses', '{"uses":'), 400);
        mustRefuse(await post('redeem', { serial: unknownSerial, code: '1' }), 400);
      },
    },
    {
      id: 'P1.5',
      title: 'Answers are JSON in UTF-8, by their content type.',
      work: async () => {
        const type = (await get('commands')).headers['content-type'] ?? 'no content type';
        must(/^application\/json\b/.test(type) && /utf-8/i.test(type), 'application/json; charset=utf-8', type);
      },
    },
    {
      id: 'P1.6',
      title: 'Each answer has the server’s time in the header Date.',
      work: async () => {
        const { date = 'no date' } = (await get('commands')).headers;
        must(Number.isFinite(Date.parse(date)), 'a date', date);
      },
    },
  ];
}

const reportsAnswer = z.object({
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.array(z.object({ index: z.int(), reason: z.string() })),
});

export function reports({ post, device }: Subject): Check[] {
  const send = async (...list: object[]) => read(reportsAnswer, await post('reports', { reports: list }));
  const newEvent = () => ({
    id: `check-${randomUUID()}`.slice(0, 30),
    type: 'CLOCK_STATE_CHANGE',
    time: new Date().toISOString(),
  });
  const counts = (accepted: number, duplicates: number) => `${accepted} accepted, ${duplicates} duplicates`;
  const mustCount = (answer: z.infer<typeof reportsAnswer>, accepted: number, duplicates: number) =>
    must(
      answer.accepted === accepted && answer.duplicates === duplicates && answer.rejected.length === 0,
      counts(accepted, duplicates),
      answer,
    );
  return [
    {
      id: 'P2.1',
      title: 'A call without reports is acknowledged: nothing accepted, nothing rejected.',
      work: async () => mustCount(await send(), 0, 0),
    },
    {
      id: 'P2.2',
      title: 'A report for a device that is not the controller’s is rejected by its index, as unknownDevice.',
      work: async () => {
        const { rejected } = await send({ serial: unknownSerial, events: [newEvent()] });
        must(rejected[0]?.index === 0 && rejected[0].reason === 'unknownDevice', 'index 0, unknownDevice', rejected);
      },
    },
    {
      id: 'P2.3',
      title: 'An event is accepted once; a repeat of serial and id is a duplicate.',
      work: async () => {
        const report = { serial: device(), events: [newEvent()] };
        mustCount(await send(report), 1, 0);
        mustCount(await send(report), 0, 1);
      },
    },
    {
      id: 'P2.4',
      title: 'A rejected report is rejected as a whole, and no other with it.',
      work: async () => {
        const bad = { serial: device(), state: { noSuchField: 1 }, events: [newEvent()] };
        const good = { serial: device(), events: [newEvent()] };
        const { accepted, rejected } = await send(good, bad);
        must(accepted === 1, '1 accepted', accepted);
        must(rejected.length === 1 && rejected[0]?.index === 1, 'index 1 rejected', rejected);
        must(rejected[0].reason === 'unknownStateField', 'unknownStateField', rejected);
        const again = await send({ serial: device(), events: bad.events });
        must(again.accepted === 1, 'its event new when it comes alone', again);
      },
    },
    {
      id: 'P2.5',
      title: 'More than 1,000 events in a call are refused with 400, and none is stored.',
      work: async () => {
        const events = Array.from({ length: 1001 }, (_, i) => ({ ...newEvent(), id: `check-${i}` }));
        mustRefuse(await post('reports', { reports: [{ serial: unknownSerial, events }] }), 400);
      },
    },
  ];
}

const command = z.object({
  id: z.string().regex(uuid),
  serial: z.string().regex(/^[0-9A-F]{16}$/),
  type: z.string(),
  expiresAt: z.iso.datetime({ precision: 3 }),
  secondsLeft: z.number().min(0),
});
const commandList = z.object({ data: z.array(command) });

export function commands({ get, post, options, hold, positionQuery }: Subject): Check[] {
  const list = async () => read(commandList, await get('commands')).data;
  let sent: Promise<z.infer<typeof command>> | undefined;
  async function waitForCommand() {
    const { wait } = options;
    if (wait === undefined) throw new Untried('a person has to send an unlock: --wait <seconds>');
    const held = await hold();
    options.prompt('unlock');
    const end = Date.now() + wait * 1000;
    for (let left = wait; left > 0; left = Math.ceil((end - Date.now()) / 1000)) {
      const answer = await get(`changes${positionQuery(held)}&wait=${Math.min(25, left)}`);
      if (answer.status !== 200) continue;
      const [first] = await list();
      if (first) return first;
    }
    throw new Untried(`no command came within ${wait} s`);
  }
  const arrived = () => (sent ??= waitForCommand());
  const stored = async (id: string, body: object) =>
    read(z.object({ state: z.string() }), await post(`commands/${id}`, body)).state;
  return [
    {
      id: 'P10.1',
      title: 'Commands are a list.',
      work: async () => void read(z.object({ data: z.array(z.unknown()) }), await get('commands')),
    },
    {
      id: 'P10.2',
      title: 'An answer to an id that the controller was not given is refused with 404.',
      work: async () => mustRefuse(await post(`commands/${randomUUID()}`, { state: 'done' }), 404),
    },
    {
      id: 'P10.3',
      title: 'A command has id, serial, type, expiresAt and secondsLeft, and 60 s to live, or at most 300.',
      work: async () => {
        const one = await arrived();
        must(one.secondsLeft > 0 && one.secondsLeft <= 300, 'secondsLeft up to 300', one.secondsLeft);
      },
    },
    {
      id: 'P10.4',
      title: 'A command is handed out again until it is answered, under the same id.',
      work: async () => {
        const { id } = await arrived();
        const again = await list();
        must(
          again.some((one) => one.id === id),
          `the command ${id} again`,
          again,
        );
      },
    },
    {
      id: 'P10.5',
      title: 'The first answer to a command stays.',
      work: async () => {
        const { id } = await arrived();
        const first = await stored(id, { state: 'refused', reason: 'checking the protocol' });
        const second = await stored(id, { state: 'done' });
        must(first === 'refused' && second === 'refused', 'refused, twice', `${first}, ${second}`);
      },
    },
    {
      id: 'P10.6',
      title: 'A command that was answered is not handed out again.',
      work: async () => {
        const { id } = await arrived();
        await stored(id, { state: 'refused' });
        must(!(await list()).some((one) => one.id === id), `no command ${id}`, shown(await list()));
      },
    },
  ];
}

// Scenes that need time or change everything: ends, epochs, restarts, a revoked token, and rules for the whole run.
import { reportedReasons } from '@keyward/contract/refusals';
import { z } from 'zod';
import { uuid } from '#gateway-check/uuid.ts';
import { type Check, given, must, once, Untried } from '#gateway-check/verdicts.ts';
import { isConfirm, isFetch, isPoll, type Play, positionText } from './play.ts';
import type { Recorded } from './stage.ts';
import { pins, serials } from './world.ts';

/** Seconds until usableUntil; a quarter of them, with a second's patience. */
const life = 3;
const quarter = life / 4 + 1;

export function ends(play: Play): Check[] {
  const { stage, mark, fresh, expectCall } = play;
  const renewed = once(async () => {
    stage.usableFor(life);
    const { confirm } = await fresh();
    const tag = `"${positionText(stage.latest())}"`;
    const unchanged = (call: Recorded) => isFetch(call) && call.headers['if-none-match'] === tag;
    await expectCall(`GET access with If-None-Match ${tag}`, unchanged, stage.calls.indexOf(confirm), quarter);
    return confirm.came;
  });
  return [
    {
      id: 'C3.7',
      title: 'It fetches within a quarter of the time until usableUntil, with If-None-Match of what it holds.',
      work: async () => {
        try {
          await renewed();
        } finally {
          stage.usableFor(3600);
        }
      },
    },
    {
      id: 'C3.8',
      title: '304 renews what it holds: a PIN opens after the former usableUntil.',
      work: async () => {
        const from = await given('renewing', renewed());
        if (!(await play.enter(serials.lock, pins.may))) throw new Untried('the PIN does not open');
        await play.sleep(Math.max(0, life + 0.5 - (performance.now() - from) / 1000));
        await play.mustOpen(serials.lock, pins.may);
      },
    },
    {
      id: 'C3.9',
      title: 'After usableUntil no PIN opens until the next answer.',
      work: async () => {
        stage.usableFor(life);
        try {
          await fresh();
          if (!(await play.enter(serials.lock, pins.may))) throw new Untried('the PIN does not open');
          stage.answer(() => 'cut');
          await play.sleep(life + 0.5);
          await play.mustStayClosed(serials.lock, pins.may, 'a PIN whose time is over');
        } finally {
          stage.usableFor(3600);
          stage.answer();
        }
        await fresh();
        await play.mustOpen(serials.lock, pins.may);
      },
    },
    {
      id: 'C4.5',
      title: 'It takes a later epoch, though its version is lower.',
      work: async () => {
        await fresh();
        await play.take(play.world.contents, { nextEpoch: true });
      },
    },
    {
      id: 'C6.1',
      title: 'After a restart it first confirms what it holds.',
      work: async () => {
        const { restart } = play.options;
        if (restart === undefined) throw new Untried('it takes a restart: --restart <command>');
        await fresh();
        // a poll answered now would look like one after the restart
        await play.sleep(0.3);
        const from = mark();
        await play.shell(restart);
        const first = await expectCall(
          'GET access or its confirmation',
          (call) => isFetch(call) || isConfirm(call),
          from,
        );
        must(isConfirm(first), 'POST access/confirm', `${first.method} ${first.path}`);
        play.mustHold(first, play.world.contents);
      },
    },
    {
      id: 'C1.5',
      title: 'After 401 it waits for a minute: no call in four seconds.',
      work: async () => {
        await fresh();
        const from = mark();
        const refused = { errors: [{ code: 'invalidControllerToken', detail: 'The controller token is not valid.' }] };
        stage.answer(() => ({ status: 401, body: refused }));
        await expectCall('a call', ({ status }) => status === 401, from);
        await play.sleep(0.5);
        const before = mark();
        await play.sleep(4);
        must(
          mark() === before,
          'no call',
          stage.calls.slice(before).map(({ path }) => path),
        );
      },
    },
  ];
}

const instant = z.iso.datetime({ precision: 3 });
const id = z.string().regex(uuid);
const serial = z.string().regex(/^[0-9A-F]{16}$/);
const wrongEntry = z.object({ number: z.string(), serial, time: instant, offset: z.number().nullable() });
const offlineUse = z.object({
  number: z.string(),
  serial,
  keyId: id,
  step: z.int(),
  time: instant,
  offset: z.number().nullable(),
});
const event = z.object({
  id: z.string().min(1),
  type: z.string(),
  time: instant,
  result: z.enum(['success', 'failure', 'unauthorized']).optional(),
  reason: z.enum(reportedReasons).optional(),
});
const report = z.object({ serial, reportedAt: instant.optional(), events: z.array(event).max(1000).optional() });
/** The form of each call's body; the numbers of redeem have a clause of their own. */
const forms: Record<string, z.ZodType> = {
  'access/confirm': z.object({ epoch: z.int(), version: z.int(), digest: z.string().regex(/^[0-9a-f]{64}$/) }),
  reports: z.object({ reports: z.array(report) }),
  uses: z.object({ uses: z.array(offlineUse).max(100) }),
  redeem: z.object({ number: z.string(), serial, code: z.string() }),
  tries: z.object({ tries: z.array(wrongEntry).max(100) }),
  'commands/:id': z.object({
    state: z.enum(['done', 'refused']),
    reason: z.string().optional(),
    time: instant.optional(),
  }),
};
const formOf = ({ path }: Recorded) => forms[path.replace(/[0-9a-f-]{36}$/, ':id')];

/** Checks that are judged by all calls that the controller made. */
export function throughout({ stage }: Play): Check[] {
  const tried = () => {
    if (stage.calls.length === 0) throw new Untried('the controller made no call');
    return stage.calls;
  };
  return [
    {
      id: 'C1.1',
      title: 'Each call has Authorization: Bearer <token>, always the same.',
      work: async () => {
        const [first] = tried();
        const token = first?.headers.authorization;
        const other = stage.calls.find(
          ({ headers }) => !/^Bearer \S+$/.test(headers.authorization ?? '') || headers.authorization !== token,
        );
        must(
          !other,
          'Bearer <token>',
          other && `${other.method} ${other.path}: ${other.headers.authorization ? 'another' : 'none'}`,
        );
      },
    },
    {
      id: 'C1.2',
      title: 'Bodies are JSON of the form of this page, sent as application/json.',
      work: async () => {
        const posts = tried().filter(({ method }) => method === 'POST');
        const strange = posts.find((call) => {
          const isJson = /^application\/json\b/.test(call.headers['content-type'] ?? '');
          return !isJson || formOf(call)?.safeParse(call.body).success === false;
        });
        must(!strange, 'a body as described', strange && { path: strange.path, body: strange.body });
      },
    },
    {
      id: 'C5.3',
      title: 'It has one poll at a time.',
      work: async () => {
        const polls = tried().filter(isPoll);
        const second = polls.find((call, i) => {
          const before = polls[i - 1];
          return before && call.came < (before.answered ?? Infinity);
        });
        must(!second, 'a poll after the end of the one before', second && 'two at once');
      },
    },
  ];
}

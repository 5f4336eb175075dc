// Scenes of sections 7 to 9: codes at the keypad, on line and off line.
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { codeAt, stepAt } from '#core/onepass/code.ts';
import { uuid } from '#gateway-check/uuid.ts';
import { type Check, given, must, once, Untried } from '#gateway-check/verdicts.ts';
import { field, firstOnly, list, type Play } from './play.ts';
import { ok, type Recorded } from './stage.ts';
import { serials } from './world.ts';

const { lock } = serials;
const isRedeem = ({ method, path }: Recorded) => method === 'POST' && path === 'redeem';
const isUses = ({ method, path }: Recorded) => method === 'POST' && path === 'uses';
const numberIn = (call: Recorded) => field(call.body, 'number');
/** A code that is wrong: no PIN has eight digits, and a key has it only by a rare chance. */
const anyCode = () => String(randomInt(10_000_000, 99_999_999));
const granted = () => ok({ granted: true, keyId: '0198c0aa-0000-7000-8000-000000000001', usesLeft: 1 });
const now = (secret: string) => codeAt(secret, new Date());

const stillRunning = { status: 409, body: { errors: [{ code: 'stillRunning', detail: 'Again' }] } };

type Replies = (() => ReturnType<typeof ok> | 'cut')[];

export function onLine(play: Play): Check[] {
  const { stage, world, mark, fresh, enter, expectCall } = play;
  /** Enters a code while calls of redeem get these answers in order. Returns the calls, and whether it opened. */
  const entered = (code: string, ...replies: Replies) => enteredAt(lock, code, ...replies);
  async function enteredAt(serial: string, code: string, ...replies: Replies) {
    await fresh();
    const from = mark();
    let seen = 0;
    stage.answer((call) => (isRedeem(call) ? (replies[Math.min(seen++, replies.length - 1)] ?? granted)() : undefined));
    const open = await enter(serial, code);
    return { open, asked: stage.calls.slice(from).filter(isRedeem) };
  }
  const plain = once(async () => {
    const code = anyCode();
    const from = mark();
    const { open } = await entered(code, granted);
    return { open, code, call: await expectCall('POST redeem', isRedeem, from) };
  });
  const sameNumber = async (status: 'cut' | ReturnType<typeof ok>) => {
    if (!(await given('POST redeem', plain())).open) throw new Untried('granted: true does not open');
    const { open, asked } = await entered(anyCode(), () => status, granted);
    const numbers = new Set(asked.map(numberIn));
    must(asked.length >= 2, 'the call again', `${asked.length} calls`);
    must(numbers.size === 1, 'one number', [...numbers]);
    must(open, 'open after the repeat', 'closed');
  };
  return [
    {
      id: 'C7.1',
      title: 'A code is asked for with a UUID as number, the device’s serial and the code as entered.',
      work: async () => {
        const { call, code } = await plain();
        const { number, serial, code: sent } = z.looseObject({}).catch({}).parse(call.body);
        must(typeof number === 'string' && uuid.test(number), 'a UUID in lower case', number);
        must(serial === lock && sent === code, `${lock}, ${code}`, { serial, sent });
      },
    },
    {
      id: 'C7.2',
      title: 'granted: true opens the device.',
      work: async () => must((await given('POST redeem', plain())).open, 'open', 'closed'),
    },
    {
      id: 'C7.3',
      title: 'granted: false does not, though the code is that of a key that it holds.',
      work: async () => {
        await given('POST redeem', plain());
        const refused = () => ok({ granted: false, keyId: world.keys.refused.id, reason: 'cancelled' });
        const { open } = await entered(now(world.keys.refused.secret), refused);
        must(!open, 'closed', 'open');
      },
    },
    {
      id: 'C7.4',
      title: 'A call whose answer did not come is repeated with the same number.',
      work: () => sameNumber('cut'),
    },
    {
      id: 'C7.5',
      title: '409 stillRunning is repeated with the same number.',
      work: () => sameNumber(stillRunning),
    },
    {
      id: 'C7.7',
      title: '409 that goes on does not open, though the code is that of a key that it holds.',
      work: async () => {
        await given('POST redeem', plain());
        const { open, asked } = await entered(now(world.keys.refused.secret), () => stillRunning);
        must(asked.length > 0, 'POST redeem', 'no call');
        must(!open, 'closed', 'open');
      },
    },
    {
      id: 'C7.6',
      title: 'Each entry has a number of its own.',
      work: async () => {
        const { call } = await given('POST redeem', plain());
        const { asked } = await entered(anyCode(), granted);
        must(
          asked.every((one) => numberIn(one) !== numberIn(call)),
          'another number',
          numberIn(call),
        );
      },
    },
    {
      id: 'C9.2',
      title: 'tooManyTries does not open the device.',
      work: async () => {
        await given('POST redeem', plain());
        // at another device, which then must wait
        const blocked = () => ok({ granted: false, reason: 'tooManyTries', retryAfter: 10 });
        const { open } = await enteredAt(serials.key, anyCode(), blocked);
        must(!open, 'closed', 'open');
      },
    },
  ];
}

export function offLine(play: Play): Check[] {
  const { stage, world, mark, fresh, enter, expectCall, mustStayClosed } = play;
  const { offLine: key, ended } = world.keys;
  const cutOff = once(async () => {
    await fresh();
    const from = mark();
    stage.answer(() => 'cut');
    const step = stepAt(new Date());
    const code = now(key.secret);
    const open = await enter(lock, code);
    return { open, code, step, from, asked: stage.calls.slice(from).filter(isRedeem) };
  });
  const used = async () => {
    if (!(await given('a code', cutOff())).open) throw new Untried('a code off line does not open');
  };
  const closed = (code: () => string, what: string) => async () => {
    await used();
    await mustStayClosed(lock, code(), what);
  };
  const usedCode = async () => {
    await used();
    await mustStayClosed(lock, (await cutOff()).code, 'a code that was used');
  };
  /** After coming back on line: the report of the use, whose first answer is cut off, and its repeat. */
  const reported = once(async () => {
    await used();
    const from = mark();
    stage.answer(firstOnly(1, isUses, () => 'cut'));
    return expectCall('POST uses', isUses, from, 12);
  });
  const useIn = (call: Recorded) => list(field(call.body, 'uses')).find((use) => field(use, 'keyId') === key.id);
  return [
    {
      id: 'C8.1',
      title: 'Without a connection a code of a key that it holds opens.',
      work: async () => must((await cutOff()).open, 'open', 'closed'),
    },
    {
      id: 'C8.2',
      title: 'A step that was used is refused.',
      work: usedCode,
    },
    { id: 'C8.3', title: 'What is no code of a key opens nothing.', work: closed(anyCode, 'a wrong code') },
    {
      id: 'C8.4',
      title: 'A key works until its notAfter.',
      work: closed(() => now(ended.secret), 'a key that has ended'),
    },
    {
      id: 'C8.5',
      title: 'Back on line, a use off line is reported with serial, keyId, step, time and offset.',
      work: async () => {
        const use = useIn(await reported());
        const { step } = await cutOff();
        const right = field(use, 'serial') === lock && Math.abs(Number(field(use, 'step')) - step) <= 1;
        must(right, `serial ${lock}, step ${step}`, use);
        const age = Math.abs(Date.now() - Date.parse(String(field(use, 'time'))));
        must(age < 120_000, 'the time of the use', field(use, 'time'));
        const offset = field(use, 'offset');
        must(offset === null || (typeof offset === 'number' && Math.abs(offset) < 5), 'its offset, near 0', offset);
      },
    },
    {
      id: 'C8.6',
      title: 'It is reported under the number of the call whose answer did not come.',
      work: async () => {
        await given('the report', reported());
        const { asked, from } = await cutOff();
        // the first call of all, including those that were cut off
        const use = useIn(await expectCall('POST uses', (call) => isUses(call) && useIn(call) !== undefined, from));
        if (asked.length === 0) throw new Untried('the controller knew that it was off line, and made no call');
        must(
          asked.some((call) => numberIn(call) === field(use, 'number')),
          String(asked.map(numberIn)[0]),
          field(use, 'number'),
        );
      },
    },
    {
      id: 'C8.7',
      title: 'A report of uses whose answer did not come is repeated with the same numbers.',
      work: async () => {
        const first = await given('the report', reported());
        const again = await expectCall('POST uses again', isUses, stage.calls.indexOf(first) + 1);
        must(field(useIn(again), 'number') === field(useIn(first), 'number'), 'the same number', useIn(again));
      },
    },
  ];
}

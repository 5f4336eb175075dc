// Sections 7 to 9 of docs/gateway.md: codes on line and off line, and the limit on wrong entries.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Check, given, must, Untried } from '#gateway-check/verdicts.ts';
import { unknownSerial } from './calls.ts';
import { read, type Redeemed, type Subject, type Use } from './subject.ts';

const returned = z.object({ returned: z.boolean(), reason: z.string().optional() });
const same = (one: Redeemed, two: Redeemed) => JSON.stringify(one) === JSON.stringify(two);
const refusedFor = (answer: Redeemed, reason: string) =>
  must(!answer.granted && answer.reason === reason, `not granted, ${reason}`, answer);
/** An entry that is not a code, which counts as a wrong one. */
const noCode = 'no code';

/** A granted use; otherwise the clause is untried, since other clauses judge that. */
async function granted(use: Promise<Use>): Promise<Use> {
  const made = await given('a use of the key', use);
  if (!made.answer.granted) throw new Untried(`a use of the key was not granted: ${made.answer.reason}`);
  return made;
}

export function onLine({ redeem, post, firstUse, secondUse, key, options, device }: Subject): Check[] {
  const again = async ({ number, serial, code }: Use) => redeem({ number, serial, code });
  const giveBack = async (number: string) => read(returned, await post(`redeem/${number}/return`, { cause: 'check' }));
  const anySerial = async () => (options.key === undefined ? device() : (await key()).serial);
  return [
    {
      id: 'P7.1',
      title: 'A code of the step before is granted, with keyId and usesLeft.',
      work: async () => {
        const { id } = await key();
        const { answer } = await firstUse();
        const whole = answer.granted && answer.keyId === id && typeof answer.usesLeft === 'number';
        must(whole, `granted, keyId ${id}, usesLeft`, answer);
      },
    },
    {
      id: 'P7.2',
      title: 'The same number with the same code gets the same answer, and nothing is counted again.',
      work: async () => {
        const use = await granted(firstUse());
        const answer = await again(use);
        must(same(answer, use.answer), JSON.stringify(use.answer), answer);
      },
    },
    {
      id: 'P7.3',
      title: 'The same number with another code is refused: 422 keyReused.',
      work: async () => {
        const { number, serial } = await granted(firstUse());
        const { status, text } = await post('redeem', { number, serial, code: '1' });
        must(status === 422 && text.includes('"keyReused"'), '422 keyReused', `${status} ${text}`);
      },
    },
    {
      id: 'P7.4',
      title: 'A code works once: codeUsed under a new number.',
      work: async () => {
        const { serial, code } = await granted(firstUse());
        refusedFor(await redeem({ number: randomUUID(), serial, code }), 'codeUsed');
      },
    },
    {
      id: 'P7.5',
      title: 'The next code is granted, and each use leaves one fewer.',
      work: async () => {
        const first = await granted(firstUse());
        const { answer } = await secondUse();
        const left = (first.answer.usesLeft ?? NaN) - 1;
        must(answer.granted && answer.usesLeft === left, `granted, usesLeft ${left}`, answer);
      },
    },
    {
      id: 'P7.6',
      title: 'A use that no opening followed is given back; a repeat gets the same answer.',
      work: async () => {
        const { number } = await granted(secondUse());
        for (const answer of [await giveBack(number), await giveBack(number)])
          must(answer.returned, 'returned', answer);
      },
    },
    {
      id: 'P7.7',
      title: 'The code of a use that was given back stays used.',
      work: async () => {
        const { number, serial, code } = await granted(secondUse());
        await giveBack(number);
        refusedFor(await redeem({ number: randomUUID(), serial, code }), 'codeUsed');
      },
    },
    {
      id: 'P7.8',
      title: 'What was not granted is not given back: notGranted.',
      work: async () => {
        const number = randomUUID();
        await redeem({ number, serial: unknownSerial, code: noCode });
        const answer = await giveBack(number);
        must(!answer.returned && answer.reason === 'notGranted', 'not returned, notGranted', answer);
      },
    },
    {
      id: 'P7.9',
      title: 'A number that the controller never sent is not given back: 404.',
      work: async () => {
        const { status, text } = await post(`redeem/${randomUUID()}/return`, {});
        must(status === 404, '404', `${status} ${text}`);
      },
    },
    {
      id: 'P7.10',
      title: 'What is no code of a key of the device: wrongCode.',
      work: async () =>
        refusedFor(await redeem({ number: randomUUID(), serial: await anySerial(), code: noCode }), 'wrongCode'),
    },
    {
      id: 'P7.11',
      title: 'A device that is not the controller’s: unknownDevice.',
      work: async () =>
        refusedFor(await redeem({ number: randomUUID(), serial: unknownSerial, code: noCode }), 'unknownDevice'),
    },
  ];
}

const outcomes = z.object({
  data: z.array(z.object({ number: z.string(), outcome: z.string(), reason: z.string().optional() })),
});

export function offLine({ post, key, secondUse, startStep }: Subject): Check[] {
  const time = () => new Date().toISOString();
  async function report(use: { number: string; serial: string; keyId: string; step: number }) {
    const { data } = read(outcomes, await post('uses', { uses: [{ ...use, time: time(), offset: null }] }));
    const [one] = data;
    must(data.length === 1 && one?.number === use.number, `one outcome for ${use.number}`, data);
    return `${one.outcome}${one.reason ? ` ${one.reason}` : ''}`;
  }
  const mustBe = (wanted: string, came: string) => must(came === wanted, wanted, came);
  const number = randomUUID();
  let stored: Promise<string> | undefined;
  const ownUse = async () => {
    const { id, serial } = await key();
    // if both are tried, the code of this step is first used on line
    await secondUse().catch(() => {});
    return { number, serial, keyId: id, step: await startStep() };
  };
  const store = async () => (stored ??= report(await ownUse()));
  return [
    {
      id: 'P8.1',
      title: 'A use off line is stored.',
      work: async () => mustBe('stored', await store()),
    },
    {
      id: 'P8.2',
      title: 'The same use again is repeated, and nothing is counted.',
      work: async () => {
        await given('a use off line', store());
        mustBe('repeated', await report(await ownUse()));
      },
    },
    {
      id: 'P8.3',
      title: 'Its number with another step is refused: numberReused.',
      work: async () => {
        await given('a use off line', store());
        const use = await ownUse();
        mustBe('refused numberReused', await report({ ...use, step: use.step - 5 }));
      },
    },
    {
      id: 'P8.4',
      title: 'The number of a call that was granted on line is repeated, and nothing is counted.',
      work: async () => {
        const use = await granted(secondUse());
        mustBe(
          'repeated',
          await report({ number: use.number, serial: use.serial, keyId: (await key()).id, step: use.step }),
        );
      },
    },
    {
      id: 'P8.5',
      title: 'A key that is not the controller’s is refused: unknownKey.',
      work: async () => {
        const strange = { number: randomUUID(), serial: unknownSerial, keyId: randomUUID(), step: 1 };
        mustBe('refused unknownKey', await report(strange));
      },
    },
    {
      id: 'P8.6',
      title: 'More than 100 uses in a call are refused with 400.',
      work: async () => {
        const uses = Array.from({ length: 101 }, () => ({
          number: randomUUID(),
          serial: unknownSerial,
          keyId: randomUUID(),
          step: 1,
          time: time(),
          offset: null,
        }));
        const { status } = await post('uses', { uses });
        must(status === 400, '400', status);
      },
    },
  ];
}

const tried = z.object({
  data: z.object({
    tries: z.array(z.object({ number: z.string(), outcome: z.string(), reason: z.string().optional() })),
    waits: z.array(z.object({ serial: z.string(), retryAfter: z.number().min(1) })),
  }),
});

export function wrongEntries({ post, redeem, options, device }: Subject): Check[] {
  const entry = (serial: string) => ({ number: randomUUID(), serial, time: new Date().toISOString(), offset: null });
  const report = async (...tries: object[]) => read(tried, await post('tries', { tries })).data;
  const outcomeOf = async (one: ReturnType<typeof entry>) => {
    const [answer] = (await report(one)).tries;
    must(answer?.number === one.number, `an outcome for ${one.number}`, answer);
    return `${answer.outcome}${answer.reason ? ` ${answer.reason}` : ''}`;
  };
  return [
    {
      id: 'P9.2',
      title: 'A report without wrong entries is answered with the devices that wait.',
      work: async () => {
        const { tries } = await report();
        must(tries.length === 0, 'no outcome', tries);
      },
    },
    {
      id: 'P9.3',
      title: 'A wrong entry that is reported counts once; its number again is repeated.',
      work: async () => {
        const one = entry(device());
        const [first, second] = [await outcomeOf(one), await outcomeOf(one)];
        must(first === 'counted' && second === 'repeated', 'counted, repeated', `${first}, ${second}`);
      },
    },
    {
      id: 'P9.4',
      title: 'A wrong entry at a device that is not the controller’s is refused: unknownDevice.',
      work: async () => {
        const outcome = await outcomeOf(entry(unknownSerial));
        must(outcome === 'refused unknownDevice', 'refused unknownDevice', outcome);
      },
    },
    {
      id: 'P9.5',
      title: 'More than 100 wrong entries in a call are refused with 400.',
      work: async () => {
        const { status } = await post('tries', { tries: Array.from({ length: 101 }, () => entry(unknownSerial)) });
        must(status === 400, '400', status);
      },
    },
    {
      id: 'P9.1',
      title: 'After the fifth wrong entry a device takes none: tooManyTries, with retryAfter.',
      work: async () => {
        if (options.block !== true) throw new Untried('it blocks the device for a while: --block');
        const serial = device();
        for (let n = 0; n < 6; n++) {
          const answer = await redeem({ number: randomUUID(), serial, code: noCode });
          if (answer.reason === 'tooManyTries') {
            must((answer.retryAfter ?? 0) > 0, 'retryAfter above 0', answer);
            return;
          }
          refusedFor(answer, n < 5 ? 'wrongCode' : 'tooManyTries');
        }
      },
    },
  ];
}

// Scenes of sections 2, 3 and 9 at the controller's keypad: the right to use a device by a PIN, and the reports of it.
import { randomInt } from 'node:crypto';
import { type Check, given, must, once, Untried } from '#gateway-check/verdicts.ts';
import { field, firstOnly, isReports, list, type Play } from './play.ts';
import { ok, type Recorded } from './stage.ts';
import { pins, serials } from './world.ts';

type Event = { serial: unknown; id: unknown; agent: unknown; result: unknown };
const eventsOf = ({ body }: Recorded): Event[] =>
  list(field(body, 'reports')).flatMap((report) =>
    list(field(report, 'events')).map((event) => ({
      serial: field(report, 'serial'),
      id: field(event, 'id'),
      agent: field(event, 'agent'),
      result: field(event, 'result'),
    })),
  );
const byMay = ({ serial, agent, result }: Event) => serial === serials.lock && agent === 'may' && result === 'success';
const opening = (call: Recorded) => isReports(call) && eventsOf(call).some(byMay);
const idIn = (call: Recorded) => eventsOf(call).find(byMay)?.id;

const triesIn = ({ body }: Recorded) => list(field(body, 'tries'));
/** Whether a call reports wrong entries: one with an empty list only asks for the waits. */
const isTries = (call: Recorded) => call.method === 'POST' && call.path === 'tries' && triesIn(call).length > 0;
const counted = (call: Recorded) => triesIn(call).map((one) => ({ number: field(one, 'number'), outcome: 'counted' }));
/** Leaves out the entries of another device, which may come late. */
const ofOkm = (entry: unknown) => field(entry, 'serial') === serials.okm;
const isOfOkm = (call: Recorded) => isTries(call) && triesIn(call).some(ofOkm);
const anyPin = () => String(randomInt(90_000, 99_999));

export function keypad(play: Play): Check[] {
  const { stage, mark, fresh, enter, expectCall, mustOpen, mustStayClosed } = play;
  /** The event that was rejected, and the number of the call after which it must not come again. */
  let rejected: { id: unknown; after: number } | undefined;
  const opened = once(async () => {
    await fresh();
    const from = mark();
    stage.answer(firstOnly(1, isReports, () => 'cut'));
    await mustOpen(serials.lock, pins.may);
    return from;
  });
  const reported = once(async () => {
    const from = await given('a PIN', opened());
    return expectCall('a report of it', opening, from);
  });
  /** A wrong PIN, whose report is cut off the first time, and the repeat of the report. */
  const wrong = once(async () => {
    await given('a PIN', opened());
    await fresh();
    const from = mark();
    const pin = anyPin();
    stage.answer(firstOnly(1, isOfOkm, () => 'cut'));
    await enter(serials.okm, pin);
    const first = await expectCall('POST tries', isOfOkm, from);
    const second = await expectCall('POST tries again', isOfOkm, stage.calls.indexOf(first) + 1);
    return { pin, first, second };
  });
  const closedFor = (serial: string, pin: string, what: string) => async () => {
    await given('a PIN', opened());
    await mustStayClosed(serial, pin, what);
  };
  return [
    {
      id: 'C3.10',
      title: 'A PIN opens a device for which its person has the right.',
      work: async () => void (await opened()),
    },
    {
      id: 'C2.1',
      title: 'An opening by a PIN is reported, with the username as agent.',
      work: async () => void (await reported()),
    },
    {
      id: 'C2.2',
      title: 'A report whose answer did not come is sent again, with the same id.',
      work: async () => {
        const first = await given('a report', reported());
        const again = await expectCall('the report again', opening, stage.calls.indexOf(first) + 1);
        must(idIn(again) === idIn(first), `the id ${String(idIn(first))}`, idIn(again));
        stage.answer(
          firstOnly(1, opening, (call) => {
            rejected = { id: idIn(call), after: stage.calls.indexOf(call) };
            return ok({ accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: 'unknownDevice' }] });
          }),
        );
        const from = mark();
        await mustOpen(serials.lock, pins.may);
        await expectCall('a report', opening, from);
      },
    },
    { id: 'C3.11', title: 'What is no PIN opens nothing.', work: closedFor(serials.key, pins.wrong, 'a wrong PIN') },
    {
      id: 'C3.12',
      title: 'notBefore and notAfter are kept, at the moment of use.',
      work: async () => {
        await closedFor(serials.lock, pins.early, 'a PIN before notBefore')();
        await closedFor(serials.lock, pins.late, 'a PIN after notAfter')();
      },
    },
    {
      id: 'C3.13',
      title: 'A person without the right of the device does not open it.',
      work: closedFor(serials.lock, pins.noRight, 'a person without the right'),
    },
    {
      id: 'C3.14',
      title: 'A LOCK opens only to who has the right to a KEY.',
      work: closedFor(serials.lock, pins.noKey, 'a person without a KEY'),
    },
    {
      id: 'C9.1',
      title: 'After five wrong PINs a device takes none for ten seconds.',
      work: async () => {
        await given('a PIN', opened());
        if (!(await enter(serials.closet, pins.noRight))) throw new Untried('the second lock does not open');
        for (let n = 0; n < 5; n++) await enter(serials.closet, anyPin());
        await mustStayClosed(serials.closet, pins.noRight, 'a PIN after five wrong ones');
      },
    },
    {
      id: 'C9.3',
      title: 'A wrong PIN is reported, without what was entered.',
      work: async () => {
        const { first, pin } = await wrong();
        must(!JSON.stringify(first.body).includes(pin), 'no PIN', first.body);
      },
    },
    {
      id: 'C9.4',
      title: 'A report of wrong entries whose answer did not come is repeated with the same numbers.',
      work: async () => {
        const { first, second } = await given('the report', wrong());
        const [one, two] = [first, second].map((call) => field(triesIn(call).find(ofOkm), 'number'));
        must(one === two, `the number ${String(one)}`, two);
      },
    },
    {
      id: 'C9.5',
      title: 'A device that waits, by the answer to a report, takes no entry.',
      work: async () => {
        await given('the report', wrong());
        if (!(await enter(serials.okm, pins.may))) throw new Untried('the PIN does not open');
        const waits = [{ serial: serials.okm, retryAfter: 20 }];
        stage.answer((call) => (isTries(call) ? ok({ data: { tries: counted(call), waits } }) : undefined));
        const from = mark();
        await enter(serials.okm, anyPin());
        await expectCall('POST tries', isTries, from);
        await play.sleep(0.2);
        await mustStayClosed(serials.okm, pins.may, 'a PIN while the device waits');
      },
    },
    {
      id: 'C2.3',
      title: 'A rejected report is not sent again: not in three seconds.',
      work: async () => {
        if (!rejected) throw new Untried('no report was rejected');
        const { id, after } = rejected;
        const repeats = (call: Recorded) => eventsOf(call).some((event) => event.id === id);
        const again = await stage.next(repeats, after + 1, 3);
        must(!again, `no report of ${String(id)}`, again?.body);
      },
    },
  ];
}

// Scenes of section 10: commands.
import { randomUUID } from 'node:crypto';
import { type Check, given, must, once } from '#gateway-check/verdicts.ts';
import { field, firstOnly, type Play } from './play.ts';
import { ok, type Recorded } from './stage.ts';
import { serials } from './world.ts';

const isList = ({ method, path }: Recorded) => method === 'GET' && path === 'commands';
const answers = (id: string) => (call: Recorded) => call.method === 'POST' && call.path === `commands/${id}`;
const stateIn = (call: Recorded) => field(call.body, 'state');
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const command = (more: object) => ({
  id: randomUUID(),
  serial: serials.lock,
  type: 'unlock',
  expiresAt: inSeconds(40),
  secondsLeft: 40,
  ...more,
});

export function commands(play: Play): Check[] {
  const { stage, mark, fresh, expectCall } = play;
  const listed = once(async () => {
    await fresh();
    // the lifetime of these commands begins now
    const good = command({});
    const strange = command({ type: 'paint' });
    const late = [command({ expiresAt: inSeconds(-5) }), command({ secondsLeft: 0 })];
    const from = mark();
    const waiting = [good, strange, ...late];
    let seen = 0;
    const cutAnswer = firstOnly(1, answers(good.id), () => 'cut');
    stage.answer((call) => {
      if (!isList(call)) return cutAnswer(call);
      if (++seen === 1) return 'cut';
      // hands out the commands once, so that a repeated answer has no other cause
      stage.setCommands([]);
      return ok({ data: seen === 2 ? waiting : [] });
    });
    stage.setCommands(waiting);
    return { from, good, strange, late, first: await expectCall('GET commands', isList, from) };
  });
  const answered = once(async () => {
    const { from, good } = await given('GET commands', listed());
    return expectCall('the answer to the command', answers(good.id), from, 20);
  });
  const repeated = once(async () => {
    const first = await given('the answer', answered());
    const { good } = await listed();
    const second = await expectCall('the answer again', answers(good.id), stage.calls.indexOf(first) + 1);
    return { first, second };
  });
  const mustBeSame = (one: Recorded, two: Recorded) =>
    must(
      stateIn(one) === stateIn(two) && field(one.body, 'time') === field(two.body, 'time'),
      JSON.stringify(one.body),
      two.body,
    );
  return [
    {
      id: 'C10.1',
      title: 'It fetches commands when the poll says that some wait.',
      work: async () => void (await listed()),
    },
    {
      id: 'C10.2',
      title: 'It fetches them again after an answer that did not come.',
      work: async () => {
        const { first } = await given('GET commands', listed());
        await expectCall('GET commands again', isList, stage.calls.indexOf(first) + 1);
      },
    },
    {
      id: 'C10.3',
      title: 'It carries out a command, and answers done.',
      work: async () => {
        const state = stateIn(await answered());
        must(state === 'done', 'done', state);
      },
    },
    {
      id: 'C10.4',
      title: 'What came of a command is repeated until the portal has it.',
      work: async () => {
        const { first, second } = await repeated();
        mustBeSame(first, second);
      },
    },
    {
      id: 'C10.5',
      title: 'An unknown type is answered with refused.',
      work: async () => {
        const { from, strange } = await given('GET commands', listed());
        const state = stateIn(await expectCall('the answer', answers(strange.id), from, 20));
        must(state === 'refused', 'refused', state);
      },
    },
    {
      id: 'C10.6',
      title: 'A command past its end is not carried out: the earlier of expiresAt and secondsLeft.',
      work: async () => {
        await given('the answer', answered());
        const { late } = await listed();
        // a busy controller may carry them out after the one that it has answered
        await play.sleep(2);
        for (const { id } of late) {
          const done = stage.calls.find((call) => answers(id)(call) && stateIn(call) === 'done');
          must(!done, 'refused, or no answer', done?.body);
        }
      },
    },
    {
      id: 'C10.7',
      title: 'An id that it has seen is not carried out again: it repeats its former answer.',
      work: async () => {
        const first = await given('the answer', answered());
        const { good } = await listed();
        await fresh();
        const from = mark();
        stage.setCommands([good]);
        const again = await expectCall('the former answer', answers(good.id), from);
        stage.setCommands([]);
        mustBeSame(first, again);
      },
    },
  ];
}

// Scenes of sections 1 and 5: polls, lost connections, and a portal that is busy.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Check, given, must, once } from '#gateway-check/verdicts.ts';
import { firstOnly, isFetch, isPoll, type Play, positionText } from './play.ts';
import type { Recorded } from './stage.ts';

const sampleMs = 20;

/**
 * The result of `work`, and the seconds by which this process was late for its own timers during it. On a busy machine the
 * controller is as late, which is not its fault.
 */
async function withLateness<T>(work: () => Promise<T>): Promise<{ value: T; lateSeconds: number }> {
  const delays = monitorEventLoopDelay({ resolution: sampleMs }); // the whole time between two samples, in nanoseconds
  delays.enable();
  const value = await work();
  delays.disable();
  const lateMs = delays.count === 0 ? 0 : delays.count * (delays.mean / 1e6 - sampleMs);
  return { value, lateSeconds: lateMs / 1000 };
}

export function waiting(play: Play): Check[] {
  const { stage, world, mark, take, fresh, expectCall, patience } = play;
  const endedPoll = once(async () => {
    const { confirm } = await fresh();
    const from = stage.calls.indexOf(confirm) + 1;
    const isOver = (call: Recorded) => isPoll(call) && call.status === 204;
    const ended = await given('no poll waits', expectCall('a poll', isOver, from));
    const after = stage.calls.indexOf(ended) + 1;
    const { value: next, lateSeconds } = await withLateness(() => stage.next(isPoll, after, patience));
    return { ended, next, lateSeconds };
  });
  const gaps = async (status: number, headers: Record<string, string>, n: number) => {
    await fresh();
    const from = mark();
    stage.answer(firstOnly(n, isFetch, () => ({ status, headers })));
    await take({ ...world.contents, keys: [] });
    const times = stage.calls.slice(from).filter(isFetch);
    return times.slice(1).map((call, i) => (call.came - (times[i]?.answered ?? 0)) / 1000);
  };
  /** Timers may fire a few milliseconds early. */
  const atLeast = (seconds: number, gap: number | undefined) =>
    must(
      (gap ?? 0) >= seconds - 0.05,
      `a pause of ${seconds} s`,
      gap === undefined ? 'no repeat' : `${gap.toFixed(2)} s`,
    );
  return [
    {
      id: 'C5.1',
      title: 'It polls with the position of what it holds.',
      work: async () => {
        const { confirm } = await fresh();
        const at = stage.latest();
        const { query } = await expectCall('a poll', isPoll, stage.calls.indexOf(confirm) + 1);
        const same = query['epoch'] === `${at.epoch}` && query['version'] === `${at.version}`;
        must(same, positionText(at), query);
      },
    },
    {
      id: 'C5.2',
      title: 'After 204 it polls again at once.',
      work: async () => {
        const { ended, next, lateSeconds } = await endedPoll();
        const gap = ((next?.came ?? Infinity) - (ended.answered ?? 0)) / 1000 - lateSeconds;
        must(gap < 1, 'a poll within 1 s', `${gap.toFixed(1)} s`);
      },
    },
    {
      id: 'C5.4',
      title: 'After a lost connection it polls again within five seconds.',
      work: async () => {
        await given('polls', endedPoll());
        const from = mark();
        stage.answer(firstOnly(1, isPoll, () => 'cut'));
        const cut = await expectCall('a poll', (call) => isPoll(call) && call.status === undefined, from);
        await expectCall('a poll again', isPoll, stage.calls.indexOf(cut) + 1, 6.5);
      },
    },
    {
      id: 'C1.3',
      title: '503 with Retry-After: it asks again after that time, not before.',
      work: async () => atLeast(2, (await given('503', gaps(503, { 'retry-after': '2' }, 1)))[0]),
    },
    {
      id: 'C1.4',
      title: '503 without Retry-After: it asks again after a second, and doubles that.',
      work: async () => {
        const [first, second] = await given('503', gaps(503, {}, 2));
        atLeast(1, first);
        atLeast(2, second);
      },
    },
  ];
}

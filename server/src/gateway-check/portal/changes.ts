// Section 5 of docs/gateway.md: the long poll.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, must, once, Untried } from '#gateway-check/verdicts.ts';
import { readPoll, type Subject } from './subject.ts';

export function changes({ get, hold, positionQuery, changed }: Subject): Check[] {
  const seconds = (from: number) => (performance.now() - from) / 1000;
  const poll = async (wait: number) => get(`changes${positionQuery(await hold())}&wait=${wait}`);
  const idle = once(async () => {
    await hold();
    const from = performance.now();
    const answer = await poll(1);
    if (answer.status === 200 && /"commands":[1-9]/.test(answer.text)) {
      throw new Untried('a command waits for this controller');
    }
    return { answer, took: seconds(from) };
  });
  async function atOnce(query: string): Promise<void> {
    const { epoch, version } = await hold();
    const from = performance.now();
    const { access: at } = readPoll(await get(`changes${query}`));
    must(seconds(from) < 5, 'an answer at once', `${seconds(from).toFixed(1)} s`);
    must(at.epoch === epoch && at.version === version, `${epoch}-${version}`, at);
  }
  return [
    { id: 'P5.1', title: 'Without a position the answer comes at once.', work: () => atOnce('?wait=20') },
    {
      id: 'P5.2',
      title: 'With another position than the latest the answer comes at once.',
      work: () => atOnce('?epoch=1&version=1&wait=20'),
    },
    {
      id: 'P5.3',
      title: 'Without news: 204 without a body.',
      work: async () => {
        const { answer } = await idle();
        must(answer.status === 204 && answer.text === '', '204 without a body', `${answer.status} ${answer.text}`);
      },
    },
    {
      id: 'P5.4',
      title: 'Without news the answer comes when the seconds of wait are over, not before.',
      work: async () => {
        const { took } = await idle();
        must(took > 0.9 && took < 6, 'an answer after 1 s', `${took.toFixed(1)} s`);
      },
    },
    {
      id: 'P5.5',
      title: 'A newer poll at the same process ends the older one with 204.',
      work: async () => {
        await idle();
        const from = performance.now();
        const older = poll(3).then((answer) => ({ answer, took: seconds(from) }));
        await sleep(300);
        // with several processes, each may reach another process than the older poll
        for (let newer = 0; newer < 8; newer++) await poll(0);
        const { answer, took } = await older;
        must(
          answer.status === 204 && took < 3,
          '204 when the newer one began',
          `${answer.status} after ${took.toFixed(1)} s`,
        );
      },
    },
    {
      id: 'P5.6',
      title: 'A wait of more than 25 s is refused with 400.',
      work: async () => {
        const { status } = await get('changes?wait=26');
        must(status === 400, '400', status);
      },
    },
    {
      id: 'P5.7',
      title: 'A change answers a waiting poll, with the position of GET access.',
      work: async () => {
        const { news, delta } = await changed();
        const isLater =
          delta.epoch > news.access.epoch ||
          (delta.epoch === news.access.epoch && delta.version >= news.access.version);
        must(isLater, `at most ${delta.epoch}-${delta.version}`, news.access);
      },
    },
  ];
}

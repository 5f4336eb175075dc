// Section 4 of docs/gateway.md: a controller's confirmation of the state that it holds.
import { z } from 'zod';
import { digestOf } from '#gateway-check/digest.ts';
import { type Check, must, Untried } from '#gateway-check/verdicts.ts';
import type { Answer } from './client.ts';
import { entriesOf, read, type Subject } from './subject.ts';

const confirmed = z.object({
  data: z.object({
    outcome: z.string(),
    fetch: z.string(),
    access: z.object({ epoch: z.number(), version: z.number() }),
  }),
});

export function confirming({ confirm, confirmHeld, hold, forget, changed, options }: Subject): Check[] {
  const wrong = '0'.repeat(64);
  async function judge(answer: Answer, outcome: string, fetch: string) {
    const { data } = read(confirmed, answer);
    must(data.outcome === outcome && data.fetch === fetch, `${outcome}, fetch ${fetch}`, data);
    return data;
  }
  return [
    {
      id: 'P4.1',
      title: 'The right digest: works, fetch nothing, with the position.',
      work: async () => {
        const { epoch, version } = await hold();
        const { access: at } = await judge(await confirmHeld(), 'works', 'nothing');
        must(at.epoch === epoch && at.version === version, `${epoch}-${version}`, at);
      },
    },
    {
      id: 'P4.2',
      title: 'Another digest: drift, fetch all.',
      work: async () => void (await judge(await confirm(await hold(), wrong), 'drift', 'all')),
    },
    {
      id: 'P4.3',
      title: 'A reason why it was refused: refused, and the same version is not to be fetched.',
      work: async () => {
        const held = await hold();
        await judge(await confirm(held, held.digest, { refused: 'checking the protocol' }), 'refused', 'nothing');
      },
    },
    {
      id: 'P4.4',
      title: 'An epoch that never was: unknown, fetch all.',
      work: async () => void (await judge(await confirm({ epoch: 1, version: 1 }, wrong), 'unknown', 'all')),
    },
    {
      id: 'P4.5',
      title: 'An earlier version than was confirmed: older, fetch changes.',
      work: async () => {
        if (options.wait === undefined) throw new Untried('a person has to change something: --wait <seconds>');
        const { before } = await changed();
        const now = await hold();
        if (now.epoch !== before.epoch) throw new Untried('the epoch has changed since');
        await confirmHeld();
        await judge(await confirm(before, digestOf(entriesOf(before))), 'older', 'changes');
      },
    },
    {
      id: 'P4.6',
      title: 'A version later than the latest: unknown, fetch all, and a later epoch begins.',
      work: async () => {
        const { epoch, version } = await hold();
        const { access: at } = await judge(await confirm({ epoch, version: version + 1000 }, wrong), 'unknown', 'all');
        forget();
        must(at.epoch > epoch, `an epoch after ${epoch}`, at.epoch);
        must((await hold()).epoch === at.epoch, `the epoch ${at.epoch} in GET access`, (await hold()).epoch);
      },
    },
  ];
}

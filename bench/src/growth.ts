// P5 of the list of profiles: each case at ten times the profiles, alternating with the smaller list on the same machine.
import { type Case, listCases, portalPath } from './cases.ts';
import { get, repeat } from './measure.ts';
import { withTestBed } from './test-bed.ts';
import { buildWorld } from './world.ts';

const latencyMs = 3000;
/** Sizes of the other lists; each list of cases looks for page 1,000 in them. */
const others = { events: 60_000, devices: 60_000 };

type Side = { cases: readonly Case[]; get: (one: Case) => Promise<string> };

async function withSide(profiles: number, work: (side: Side) => Promise<void>): Promise<void> {
  await withTestBed(async ({ database, start }) => {
    const { cookies } = await buildWorld(database, { ...others, profiles });
    const portal = await start('portal');
    const as = (cookie: string) => (url: string) => get({ ...portal, cookie }, url);
    const all = await listCases({ ...others, users: profiles }, as(cookies.everything));
    await work({
      cases: all.filter(({ list }) => list === 'user'),
      get: (one) => as(one.as ? cookies.oneStore : cookies.everything)(portalPath(one)),
    });
  });
}

export async function benchGrowth({ profiles }: { profiles: number }): Promise<void> {
  const fewer = profiles / 10;
  await withSide(fewer, (small) =>
    withSide(profiles, async (large) => {
      console.log(`| profiles | p50 ms at ${fewer} | at ${profiles} | ratio |`);
      console.log('|---|---|---|---|');
      for (const [i, one] of large.cases.entries()) {
        const same = small.cases[i];
        if (!same) throw new Error(`no such case: ${one.name}`);
        const [before, after] = await repeat(latencyMs, [() => small.get(same), () => large.get(one)]);
        if (!before || !after) throw new Error('not measured');
        const ratio = (after.p50 / before.p50).toFixed(2);
        console.log(`| ${one.name} | ${before.p50.toFixed(2)} | ${after.p50.toFixed(2)} | ${ratio} |`);
      }
    }),
  );
}

// Every write, made once by an authorised caller.
import { north, tenants } from '#testing/people.ts';
import type { Portal } from '#testing/portal.ts';
import { resources } from './resources/index.ts';
import { type Step, storeTag, type Walk } from './resources/resource.ts';
import { makeWorld } from './world.ts';

/** Calls without effect of their own, and those that need an identity provider. */
export const callsTestedElsewhere = resources.flatMap(({ area, notWalked = [] }) =>
  notWalked.map((call) => `${area}.${call}`),
);

export async function openWalk(portal: Portal) {
  const events = async () => {
    const { rows } = await portal.database.system.query<{ id: string; event: string; body: string }>(
      'select id, event, body from event where tenant_id = $1',
      [tenants.demo],
    );
    return new Map(rows.map((r) => [r.id, r]));
  };
  /** The events recorded during `work`. */
  async function left(work: () => Promise<unknown>): Promise<string[]> {
    const before = await events();
    await work();
    return [...(await events()).values()].filter((e) => !before.has(e.id)).map((e) => e.event);
  }

  const world = await makeWorld(portal);
  const secrets: string[] = [];
  const tools: Walk = { world, tags: [storeTag(world.tags.demo, north)], secrets };
  /** Every write, ordered so that each finds its target. */
  const walk: Step<string>[] = [];
  for (const resource of resources)
    for (const [call, event, make] of (await resource.walk?.(tools)) ?? [])
      walk.push([`${resource.area}.${call}`, event, make]);
  return { walk, left, events, secrets };
}

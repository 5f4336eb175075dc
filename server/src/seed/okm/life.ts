// The life of a simulated controller by docs/gateway.md: confirm the holdings, fetch, apply, confirm, poll, restart.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#seed/random.ts';
import { digestOf, type Holdings, type Position, withAnswer } from './holdings.ts';
import { GatewayError } from './line.ts';
import type { Okm } from './okm.ts';
import { reportTries } from './tries.ts';

const minute = 60_000;
/** Delay of the confirmations of a `slow` controller, in ms. */
const slowMs = 40 * minute;
/** Number of people that a `small` controller has room for. */
const roomFor = 8;
/** Time that a damaged entry stays, in ms: long enough to be seen. */
const damagedMs = 5 * minute;
/** Maximum uses in one report. */
const usesAtOnce = 100;

export type LifeCounts = { fetched: number; confirmed: number; uses: number };
export type Surroundings = {
  random: Random;
  signal: AbortSignal;
  counts: LifeCounts;
  /** Whether its network works now. */
  reachable: (okm: Okm) => boolean;
  /** Fetches the commands and carries them out. */
  carryOut: (okm: Okm) => Promise<void>;
};

const positionOf = ({ epoch, version }: Position): Position => ({ epoch, version });

/** Lives until the signal, through errors, outages and restarts. */
export async function live(okm: Okm, around: Surroundings): Promise<void> {
  const { random, signal, reachable } = around;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  let failures = 0;
  const runFor = () => random.between(2 * 60, 8 * 60) * minute;
  let restartsAt = Date.now() + (okm.habit === 'damaged' ? 20 * minute : runFor());
  await pause(random.between(0, 3000)); // not all at once
  for (let connected = false; !signal.aborted;) {
    if (!reachable(okm)) {
      connected = false;
      await pause(5000);
      continue;
    }
    try {
      if (Date.now() >= restartsAt) {
        await pause(random.between(20, 60) * 1000);
        restart(okm, random);
        restartsAt = Date.now() + runFor();
        connected = false;
      }
      if (!connected) await connect(okm, around, pause);
      connected = true;
      await poll(okm, around, pause);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      connected = false;
      // a revoked token is retried after a minute, everything else sooner
      const revoked = error instanceof GatewayError && error.status === 401;
      await pause(revoked ? minute : Math.min(minute, 1000 * 2 ** failures++) * (0.5 + random.next() / 2));
    }
  }
}

/** Restarts with the stored holdings; sometimes they are an older state, or one entry is damaged. */
export function restart(okm: Okm, random: Random): void {
  if (okm.habit === 'damaged') okm.holds = damaged(okm.holds);
  else if (okm.former.version > 0 && random.chance(0.3)) okm.holds = okm.former;
}

function damaged(holds: Holdings): Holdings {
  const [first] = holds.people.values();
  if (!first) return holds;
  return { ...holds, people: new Map(holds.people).set(first.id, { ...first, hash: 'damaged' }) };
}

/** After a start or an outage: confirms the holdings, and fetches what the answer asks for. */
async function connect(okm: Okm, around: Surroundings, pause: (ms: number) => Promise<void>): Promise<void> {
  if (okm.fetched.version === 0) await fetch(okm, around, 'all');
  else if (okm.holds.version > 0) {
    const { outcome, fetch: wanted } = await confirm(okm, around);
    if (outcome === 'drift') await pause(damagedMs);
    if (wanted !== 'nothing') await fetch(okm, around, wanted);
  }
  await reportUses(okm, around);
  await reportTries(okm);
  await around.carryOut(okm);
}

async function confirm(okm: Okm, { counts }: Surroundings) {
  okm.confirmsAt = null;
  const answer = await okm.line.confirm({ ...positionOf(okm.holds), digest: digestOf(okm.holds) });
  counts.confirmed++;
  return answer;
}

/** Fetches, applies as a whole or not at all, and confirms; repeats while the confirmation asks for more. */
async function fetch(okm: Okm, around: Surroundings, what: 'changes' | 'all'): Promise<void> {
  for (let wanted: 'changes' | 'all' | 'nothing' = what, rounds = 0; wanted !== 'nothing' && rounds < 5; rounds++) {
    const answer = await okm.line.access(wanted === 'changes' ? positionOf(okm.holds) : undefined);
    around.counts.fetched++;
    const next = withAnswer(okm.holds, answer);
    okm.fetched = positionOf(answer);
    if (okm.habit === 'small' && next.people.size > roomFor) {
      await okm.line.confirm({ ...positionOf(answer), digest: answer.digest, refused: 'list full' });
      return;
    }
    if (next.version !== okm.holds.version) okm.former = okm.holds;
    hold(okm, next);
    if (okm.habit === 'slow') {
      okm.confirmsAt ??= Date.now() + slowMs;
      return;
    }
    wanted = (await confirm(okm, around)).fetch;
    // the answer may have been lost, so it is confirmed twice now and then
    if (around.random.chance(0.1)) wanted = (await confirm(okm, around)).fetch;
  }
}

/** Makes one long poll, and acts on its answer. */
async function poll(okm: Okm, around: Surroundings, pause: (ms: number) => Promise<void>): Promise<void> {
  const began = Date.now();
  const news = await okm.line.changes(okm.fetched);
  if (news && news.commands > 0) await around.carryOut(okm);
  if (news && (news.access.epoch !== okm.fetched.epoch || news.access.version !== okm.fetched.version))
    await fetch(okm, around, 'changes');
  if (okm.confirmsAt !== null && Date.now() >= okm.confirmsAt) await confirm(okm, around);
  await reportUses(okm, around);
  if (okm.tries.length > 0) await reportTries(okm);
  await renew(okm, around);
  // ended early, by another poll with this controller's token or by news that required nothing
  if (Date.now() - began < 1000) await pause(news ? 300 : 20_000);
}

/** Renews the end of the holdings after a quarter of their time, as after each fetch. */
async function renew(okm: Okm, around: Surroundings): Promise<void> {
  if (okm.holds.version === 0 || Date.now() < okm.renewsAt) return;
  const until = await okm.line.renew(okm.holds);
  if (until === undefined) return fetch(okm, around, 'changes');
  hold(okm, { ...okm.holds, usableUntil: until });
}

function hold(okm: Okm, holds: Holdings): void {
  okm.holds = holds;
  okm.renewsAt = Date.now() + (holds.usableUntil - Date.now()) / 4;
}

/** Reports uses that were granted off line, which are kept until the gateway has them. */
async function reportUses(okm: Okm, { counts }: Surroundings): Promise<void> {
  while (okm.uses.length > 0) {
    const sent = okm.uses.slice(0, usesAtOnce);
    await okm.line.uses(sent);
    counts.uses += sent.length;
    okm.uses = okm.uses.slice(sent.length);
  }
}

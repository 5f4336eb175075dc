import { setTimeout as sleep } from 'node:timers/promises';
import type { Okm } from './okm.ts';

/** One command in this many is refused because the bolt is blocked. */
const blockedEvery = 6;
/** Time that a bolt takes to move, in ms. */
const boltMs = 700;

/**
 * Fetches the commands and carries each out once, by its id. A command seen before gets its former answer, which may have been
 * lost. Returns the number of commands carried out or refused.
 */
export async function carryOutCommands(
  okm: Okm,
  { unlock, signal }: { unlock: (serial: string) => void; signal: AbortSignal },
): Promise<number> {
  let count = 0;
  const fetchedAt = Date.now();
  for (const { id, serial, secondsLeft } of await okm.line.commands()) {
    const former = okm.commands.get(id);
    if (!former && Date.now() > fetchedAt + secondsLeft * 1000) continue;
    if (!former) {
      const blocked = okm.commands.size % blockedEvery === blockedEvery - 1;
      const time = new Date().toISOString();
      // stored before the bolt moves
      okm.commands.set(id, blocked ? { state: 'refused', reason: 'bolt blocked', time } : { state: 'done', time });
      await sleep(boltMs, undefined, { signal });
      if (!blocked) unlock(serial);
      count++;
    }
    const outcome = okm.commands.get(id);
    if (outcome) await okm.line.answer(id, outcome);
  }
  return count;
}

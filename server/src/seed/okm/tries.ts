// Wrong entries at the locks of a simulated controller, by docs/gateway.md, section 9.
import { setTimeout as sleep } from 'node:timers/promises';
import type { WrongEntry } from '@keyward/contract/redeem';
import type { Okm, WrongEntries } from './okm.ts';

const freeTries = 5;
const forgottenMs = 10 * 60_000;
/** Time in ms for which the next entry waits for the answer to a report. */
const answerMs = 5_000;
/** Maximum entries kept while off line, and in one report. */
const kept = 1000;
const atOnce = 100;

function wrongAt({ wrong }: Pick<Okm, 'wrong'>, serial: string): WrongEntries {
  const { count, at, until } = wrong.get(serial) ?? { count: 0, at: 0, until: 0 };
  return { count: Math.max(0, count - Math.floor((Date.now() - at) / forgottenMs)), at, until };
}

/** Seconds for which the lock takes no entry. */
export const secondsBlocked = (okm: Pick<Okm, 'wrong'>, serial: string): number =>
  Math.max(0, Math.ceil((wrongAt(okm, serial).until - Date.now()) / 1000));

/** Blocks a lock for which the portal reports that it takes no entry; the later end counts. */
export function blockFor({ wrong }: Pick<Okm, 'wrong'>, serial: string, seconds: number): void {
  const before = wrongAt({ wrong }, serial);
  wrong.set(serial, { ...before, until: Math.max(before.until, Date.now() + seconds * 1000) });
}

/** Counts a wrong entry: the fifth blocks for 10 s, each further one for twice as long, up to 5 minutes. */
export function countWrong({ wrong }: Pick<Okm, 'wrong'>, serial: string): void {
  const before = wrongAt({ wrong }, serial);
  const count = before.count + 1;
  const now = Date.now();
  const seconds = count < freeTries ? 0 : Math.min(300, 10 * 2 ** (count - freeTries));
  wrong.set(serial, { count, at: now, until: Math.max(before.until, now + seconds * 1000) });
}

type Reporting = Pick<Okm, 'wrong' | 'tries' | 'line'>;

/** Reports entries judged wrong without the portal, oldest first, and adopts the waits in its answer, even with no entries. */
export async function reportTries(okm: Reporting): Promise<void> {
  do {
    const sent = okm.tries.slice(0, atOnce);
    const { waits } = await okm.line.tries(sent);
    const numbers = new Set(sent.map(({ number }) => number));
    okm.tries = okm.tries.filter(({ number }) => !numbers.has(number));
    for (const { serial, retryAfter } of waits) blockFor(okm, serial, retryAfter);
  } while (okm.tries.length > 0);
}

/** Keeps a wrong entry for the portal, and reports it at once if there is a connection. */
export async function noteTry(okm: Reporting, wrong: WrongEntry, online: boolean): Promise<void> {
  okm.tries = [...okm.tries, wrong].slice(-kept);
  if (!online) return;
  // without an answer the entry stays, and is reported later
  await Promise.race([reportTries(okm).catch(() => {}), sleep(answerMs, undefined, { ref: false })]);
}

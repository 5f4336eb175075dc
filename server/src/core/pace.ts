import { setImmediate } from 'node:timers/promises';

/** How long work on many rows may keep everything else of the process waiting, in milliseconds. */
const turnMs = 8;

/** For a loop over many rows: await what it returns in each turn, and other work runs every few milliseconds. */
export function pacing(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turnMs) return;
    await setImmediate();
    since = performance.now();
  };
}

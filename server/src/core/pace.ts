import { setImmediate } from 'node:timers/promises';

/** Time in ms for which work on many rows may block everything else in the process. */
const turnMs = 8;

/** For a loop over many rows: await the result once a row, and other work runs every few milliseconds. */
export function pacing(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turnMs) return;
    await setImmediate();
    since = performance.now();
  };
}

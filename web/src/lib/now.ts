import { useSyncExternalStore } from 'react';

const everyMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all listeners: a list shows many times. */
function subscribe(onMinute: () => void): () => void {
  listeners.add(onMinute);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, everyMs);
  return () => {
    listeners.delete(onMinute);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
/** Lead of the server's clock over this computer's, in ms. */
let ahead = 0;
/** Differences up to this are ignored, in ms: the header has whole seconds. */
const unsureMs = 2000;

/**
 * Takes the server's time from the header `Date` of an answer that has just arrived; the newest counts. Computer clocks can be
 * minutes wrong, and by such a clock every OKM could be offline. `askedAt`: the time of the request, by this computer's clock.
 * The answer was written between then and now, also where the computer slept in between.
 */
export function hearTime(date: string | null, askedAt: number): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const [least, most] = [at - Date.now(), at - askedAt];
  ahead = least > unsureMs ? least : most < -unsureMs ? most : 0;
}

/** The server's time, in ms since 1970, as far as its answers show it. */
export const serverNow = (): number => Date.now() + ahead;

let now = 0;
function look(): number {
  const time = serverNow();
  if (Math.abs(time - now) >= everyMs) now = time;
  return now;
}

/** The server's time, in ms since 1970, at most a minute old: a component's 'ago' stays true as time passes. */
export const useNow = (): number => useSyncExternalStore(subscribe, look);

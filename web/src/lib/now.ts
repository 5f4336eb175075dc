import { useSyncExternalStore } from 'react';

const everyMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all: a list shows many times. */
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
/** How far the server's clock is ahead of this computer's, in ms. */
let ahead = 0;
/** The header has whole seconds. */
const unsureMs = 2000;

/**
 * Takes the server's time from the header `Date` of an answer that has just arrived; the newest counts. Clocks of
 * computers are wrong by minutes: by one of them every OKM would be offline. `askedAt`: when it was asked for, by this
 * computer's clock. The answer was written between then and now, also where the computer slept in between.
 */
export function hearTime(date: string | null, askedAt: number): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const [least, most] = [at - Date.now(), at - askedAt];
  ahead = least > unsureMs ? least : most < -unsureMs ? most : 0;
}

/** The server's time, in ms since 1970, as far as its answers say it. */
export const serverNow = (): number => Date.now() + ahead;

let now = 0;
function look(): number {
  const time = serverNow();
  if (Math.abs(time - now) >= everyMs) now = time;
  return now;
}

/** The server's time, in ms since 1970, at most a minute old: what a component says of 'ago' stays true as it passes. */
export const useNow = (): number => useSyncExternalStore(subscribe, look);

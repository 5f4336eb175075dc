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
let now = 0;
function look(): number {
  const time = Date.now();
  if (Math.abs(time - now) >= everyMs) now = time;
  return now;
}

/** The time, in ms since 1970, at most a minute old: what a component says of 'ago' stays true as it passes. */
export const useNow = (): number => useSyncExternalStore(subscribe, look);

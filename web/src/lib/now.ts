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
const minute = () => Math.floor(Date.now() / everyMs);

/** The time, in ms since 1970. The component renders again about each minute: what it says of 'ago' stays true. */
export function useNow(): number {
  'use no memo'; // the compiler would cache the time
  useSyncExternalStore(subscribe, minute);
  return Date.now();
}

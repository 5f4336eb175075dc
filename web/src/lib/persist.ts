import { useSyncExternalStore } from 'react';

/**
 * Delays between attempts in milliseconds; the last one repeats. The browser's `online` event ends a delay at once, and
 * the delays after it begin with the first: it often comes before a network can be used.
 */
const pauses = [1000, 2000, 5000, 10_000, 30_000];
/** After this many failed attempts the cause may be this page itself, for example after a newer release. */
const stubbornTries = 4;

type Failing = { parts: number; stubborn: boolean };
const none: Failing = { parts: 0, stubborn: false };
let failing = none;
const listeners = new Set<() => void>();
const sleepers = new Set<() => void>();
function show(next: Failing): void {
  failing = next.parts > 0 ? next : none;
  for (const listener of listeners) listener();
}

let wakes = 0;
/** Ends every delay, so that failed loads are retried now. */
export function tryNow(): void {
  wakes++;
  for (const wake of sleepers) wake();
}
addEventListener('online', tryNow);

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      sleepers.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    sleepers.add(wake);
  });

/**
 * Loads a part of the portal and retries until it succeeds: with growing delays, and at once when the connection is
 * back. `onFirstTry` is called when the first attempt has succeeded or failed.
 */
export async function persistently<T>(load: () => Promise<T>, onFirstTry?: () => void): Promise<T> {
  let wakesSeen = wakes;
  for (let tries = 1, delays = 0; ; tries++, delays++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a try begins when the one before has failed
      const loaded = await load();
      onFirstTry?.();
      if (tries > 1) show({ ...failing, parts: failing.parts - 1 });
      return loaded;
    } catch {
      // the browser logs the reason to its console
      onFirstTry?.();
      show({
        parts: failing.parts + (tries === 1 ? 1 : 0),
        stubborn: failing.stubborn || (tries >= stubbornTries && navigator.onLine),
      });
      if (wakesSeen !== wakes) delays = 0;
      wakesSeen = wakes;
      // oxlint-disable-next-line no-await-in-loop -- the delay before the next try
      await pause(pauses[delays] ?? pauses.at(-1) ?? 0);
    }
  }
}

/** The number of parts that could not be loaded yet, and whether a reload is the better option by now. */
export const useFailing = (): Failing =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => failing,
  );

/** A module that is loaded once, on first use, with retries until it succeeds. */
export function late<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= persistently(load));
}

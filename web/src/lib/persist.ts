import { useSyncExternalStore } from 'react';

/** Delays between attempts in milliseconds; the last one repeats. The browser's `online` event ends a delay at once. */
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

/** Ends every delay, so that failed loads are retried now. */
export function tryNow(): void {
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
 * Style sheets that failed to load. The bundler's loader does not request them a second time, and a part would be shown
 * without its styles.
 */
const dead = new Set<HTMLLinkElement>();
const noteDead = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') dead.add(target);
};
addEventListener('error', noteDead, true);

async function reviveSheets(): Promise<void> {
  await Promise.all(
    [...dead].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = document.createElement('link');
          again.rel = 'stylesheet';
          again.href = link.href;
          again.addEventListener('load', () => {
            dead.delete(link);
            link.remove();
            resolve();
          });
          again.addEventListener('error', () => {
            dead.delete(again);
            again.remove();
            reject(new Error(`Unable to load ${link.href}`));
          });
          document.head.append(again);
        }),
    ),
  );
}

/**
 * Loads a part of the portal and retries until it succeeds: with growing delays, and at once when the connection is
 * back. `onFirstTry` is called when the first attempt has succeeded or failed.
 */
export async function persistently<T>(load: () => Promise<T>, onFirstTry?: () => void): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- style sheets are in place before the part renders
      await reviveSheets();
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
      // oxlint-disable-next-line no-await-in-loop -- the delay before the next try
      await pause(pauses[tries - 1] ?? pauses.at(-1) ?? 0);
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

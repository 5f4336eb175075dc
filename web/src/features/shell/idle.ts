import { auth } from '@keyward/contract/account-calls';
import { durations } from '@keyward/contract/limits';
import { doings } from '#lib/activity.ts';
import { call, leave } from '#lib/call.ts';
import { place, stored } from '#lib/storage.ts';

/** Shortest intervals at which activity is reported to the other tabs and to the server. */
const tellTabsMs = 1000;
const tellServerMs = 60_000;
/** Time limit of the logout call, so that a hanging one does not keep the session on screen. */
const farewellMs = 5000;
/** Longest wait before the clock is checked, to notice a jump of the clock or a timer that the browser throttled. */
const longestWaitMs = 60_000;
const lastKey = 'lastActivity';

type Options = {
  minutes: number;
  /** Called with the end of the session (milliseconds since 1970) while the warning shows, else with null. */
  onWarning: (end: number | null) => void;
  /** Returns the message on the sign-in page afterwards. */
  reason: () => string;
  /** Returns the message there if the server has already ended the session. */
  ended: () => Promise<string>;
};

/**
 * Signs out after `minutes` without activity in any tab, after a warning, during which only a click counts. Returns the function
 * that stops watching. All tabs share one time, kept in local storage and sent over a channel.
 */
export function watchIdle({ minutes, onWarning, reason, ended }: Options): () => void {
  const limit = minutes * 60_000;
  const tabs = new BroadcastChannel('keyward-session');
  const stop = new AbortController();
  let last = Date.now();
  let sentAt = 0;
  let warning = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let report: ReturnType<typeof setTimeout> | undefined;
  let reported = 0;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  const tell = (what: number | 'ended') => tabs.postMessage(what);
  const end = () => last + limit;
  function warn(on: boolean): void {
    if (!on && !warning) return;
    warning = on;
    onWarning(on ? end() : null);
  }
  function expire(): void {
    stopAll();
    tell('ended');
    void leave(reason(), call(auth.logout, undefined, { signal: AbortSignal.timeout(farewellMs) }));
  }
  function look(): void {
    clearTimeout(timer);
    // another tab was active while this one slept; a future time is ignored, so that the clock can be set back
    const elsewhere = Number(stored.read(lastKey));
    if (elsewhere > last && elsewhere <= Date.now()) last = elsewhere;
    last = Math.min(last, Date.now());
    const left = end() - Date.now();
    if (left <= 0) return expire();
    const quiet = left - durations.autoLogoutWarningMs;
    warn(quiet <= 0);
    timer = setTimeout(look, Math.min(quiet > 0 ? quiet : left, longestWaitMs));
  }
  /**
   * Keeps the server's idle limit in step with activity that makes no call; the last activity is reported too, so that
   * the session does not end early.
   */
  function tellServer(): void {
    report ??= setTimeout(
      () => {
        report = undefined;
        reported = Date.now();
        call(auth.sessionCheck, undefined, { active: true }).then(
          ({ isAuthenticated }) => {
            if (isAuthenticated) return;
            place.keep();
            void ended().then((words) => leave(words));
          },
          () => undefined,
        );
      },
      Math.max(0, reported + tellServerMs - Date.now()),
    );
  }
  function tellTabs(): void {
    sentAt = last;
    stored.write(lastKey, String(last));
    tell(last);
  }
  function done(event: Event): void {
    // a waking machine delivers mouse events before its timers, so the clock is checked first
    if (!warning && end() - Date.now() <= durations.autoLogoutWarningMs) look();
    if (stop.signal.aborted || (warning && event.type !== 'click')) return;
    last = Date.now();
    if (warning || last - sentAt >= tellTabsMs) tellTabs();
    tellServer();
    if (warning) look();
  }
  function stopAll(): void {
    stop.abort();
    clearTimeout(timer);
    clearTimeout(report);
    onWarning(null);
  }

  for (const name of doings) addEventListener(name, done, { capture: true, passive: true, signal: stop.signal });
  document.addEventListener('visibilitychange', look, { signal: stop.signal });
  tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'ended') {
      stopAll();
      void leave(reason());
    } else if (typeof data === 'number' && data > last) {
      last = Math.min(data, Date.now());
      if (warning) look();
    }
  });
  // loading the page made a call
  reported = last;
  tellTabs();
  look();
  return () => {
    stopAll();
    tabs.close();
  };
}

import { auth } from '@keyward/contract/calls';
import { durations } from '@keyward/contract/limits';
import { doings } from '#lib/activity.ts';
import { call, leave } from '#lib/call.ts';
import { place, stored } from '#lib/storage.ts';

/** The other tabs, and the server, hear of it at most this often. */
const tellTabsMs = 1000;
const tellServerMs = 60_000;
/** A logout call that hangs does not keep anybody signed in on this screen. */
const farewellMs = 5000;
/** A clock that jumped, or a timer the browser held back, is noticed within this time. */
const longestWaitMs = 60_000;
const lastKey = 'lastActivity';

type Options = {
  minutes: number;
  /** When the session ends (milliseconds since 1970) while the warning shows, else null. */
  onWarning: (end: number | null) => void;
  /** Said at the sign-in page afterwards. */
  reason: () => string;
  /** Said there when the server has ended the session meanwhile. */
  ended: () => string;
};

/**
 * Signs out after `minutes` without a doing in any tab, with a warning before: from then on only a click counts. Gives
 * the way to stop. All tabs share one time: it is kept in local storage and told over a channel.
 */
export function watchIdle({ minutes, onWarning, reason, ended }: Options): () => void {
  const limit = minutes * 60_000;
  const tabs = new BroadcastChannel('keyward-session');
  const stop = new AbortController();
  let last = Date.now();
  let told = 0;
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
    // what another tab did while this one slept; a time yet to come is none, also after the clock was set back
    const elsewhere = Number(stored.read(lastKey));
    if (elsewhere > last && elsewhere <= Date.now()) last = elsewhere;
    last = Math.min(last, Date.now());
    const left = end() - Date.now();
    if (left <= 0) return expire();
    const quiet = left - durations.autoLogoutWarningMs;
    warn(quiet <= 0);
    timer = setTimeout(look, Math.min(quiet > 0 ? quiet : left, longestWaitMs));
  }
  /** The server's own idle limit hears of doings that make no call; the last of them too, so that it ends no earlier. */
  function tellServer(): void {
    report ??= setTimeout(
      () => {
        report = undefined;
        reported = Date.now();
        call(auth.sessionCheck, undefined, { active: true }).then(
          ({ isAuthenticated }) => {
            if (isAuthenticated) return;
            place.keep();
            void leave(ended());
          },
          () => undefined,
        );
      },
      Math.max(0, reported + tellServerMs - Date.now()),
    );
  }
  function tellTabs(): void {
    told = last;
    stored.write(lastKey, String(last));
    tell(last);
  }
  function done(event: Event): void {
    // a machine that wakes tells of the mouse before its timers: the clock is asked first
    if (!warning && end() - Date.now() <= durations.autoLogoutWarningMs) look();
    if (stop.signal.aborted || (warning && event.type !== 'click')) return;
    last = Date.now();
    if (warning || last - told >= tellTabsMs) tellTabs();
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
  // the page's own start was a call
  reported = last;
  tellTabs();
  look();
  return () => {
    stopAll();
    tabs.close();
  };
}

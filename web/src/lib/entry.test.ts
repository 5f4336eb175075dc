import { createBrowserHistory } from '@tanstack/react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { entryState } from './entry.ts';

/** A browser's window as far as the router's history uses it. */
function newWindow() {
  const entries: { state: unknown; path: string }[] = [{ state: null, path: '/username' }];
  let at = 0;
  const events = new EventTarget();
  return {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    location: {
      get pathname() {
        return entries[at]?.path;
      },
      search: '',
      hash: '',
    },
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState(state: unknown, _: string, path: string) {
        entries.splice(++at, Infinity, { state, path });
      },
      replaceState(state: unknown, _: string, path = entries[at]?.path ?? '') {
        entries[at] = { state, path };
      },
      go(by: number) {
        at += by;
        events.dispatchEvent(new Event('popstate'));
      },
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

it('the router keeps the entry numbers of sign-in, and recognises Back by them', async () => {
  const window = newWindow();
  vi.stubGlobal('history', window.history);
  history.replaceState(entryState(0), '', '/username');
  history.pushState(entryState(1, { username: 'alex' }), '', '/password');
  history.replaceState(entryState(0), '', '/');
  const router = createBrowserHistory({ window });
  const heard = Promise.withResolvers<string>();
  router.subscribe(({ action }) => heard.resolve(action.type));
  history.go(-1);
  expect(await heard.promise).toBe('BACK');
  router.destroy();
});

it('an entry after those of the router has the next number', () => {
  vi.stubGlobal('history', { state: { __TSR_index: 4, key: 'a' } });
  expect(entryState(1, { username: 'alex' })).toEqual({ username: 'alex', key: 'page', __TSR_index: 5 });
});

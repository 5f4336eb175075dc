// @vitest-environment jsdom
import { createBrowserHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { entryState } from './entry.ts';

it('the router keeps the number of an entry of sign-in, and knows Back from it', async () => {
  history.replaceState(entryState(0), '', '/username');
  history.pushState(entryState(1, { username: 'alex' }), '', '/password');
  history.replaceState(entryState(0), '', '/');
  const router = createBrowserHistory();
  const asked = Promise.withResolvers<string>();
  router.block({
    blockerFn: ({ action }) => {
      asked.resolve(action);
      return false;
    },
    enableBeforeUnload: false,
  });
  history.back();
  expect(await asked.promise).toBe('BACK');
  router.destroy();
});

it('an entry after those of the router has the next number, and more when it is asked for', () => {
  history.replaceState({ __TSR_index: 4, key: 'a' }, '', '/devices');
  expect(entryState(1, { username: 'alex' })).toEqual({ username: 'alex', key: 'page', __TSR_index: 5 });
  history.replaceState(null, '', '/username');
  expect(entryState(0)).toEqual({ key: 'page', __TSR_index: 0 });
});

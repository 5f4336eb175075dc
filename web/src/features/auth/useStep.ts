import { paths } from '@keyward/contract/paths';
import { useSyncExternalStore } from 'react';
import { entryState } from '#lib/entry.ts';

const changed = 'stepchange';
/** The profile ID in the state of this history entry; '' without one. */
export const carriedName = (): string => {
  const state: unknown = history.state;
  const name: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'username') : null;
  return typeof name === 'string' ? name : '';
};
// the password step requires a profile ID
const read = (): string => (location.pathname === paths.password() ? carriedName() : '');

/**
 * The step of sign-in, from the browser's history: '' at /username, the profile ID at /password. Back and forward work,
 * and a reload keeps the step.
 */
export function useStep(): { username: string; toPassword: (username: string) => void; toUsername: () => void } {
  const username = useSyncExternalStore((listener) => {
    addEventListener('popstate', listener);
    addEventListener(changed, listener);
    return () => {
      removeEventListener('popstate', listener);
      removeEventListener(changed, listener);
    };
  }, read);
  return {
    username,
    toPassword: (name) => {
      history.pushState(entryState(1, { username: name }), '', paths.password());
      dispatchEvent(new Event(changed));
    },
    toUsername: () => {
      history.pushState(entryState(1), '', paths.username());
      dispatchEvent(new Event(changed));
    },
  };
}

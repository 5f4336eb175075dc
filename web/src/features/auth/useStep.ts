import { paths } from '@keyward/contract/paths';
import { useSyncExternalStore } from 'react';

const changed = 'stepchange';
/** The profile ID that this entry of the history carries; '' without one. */
export const carriedName = (): string => {
  const state: unknown = history.state;
  const name: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'username') : null;
  return typeof name === 'string' ? name : '';
};
// without a carried profile ID there is nothing to enter a password for
const read = (): string => (location.pathname === paths.password() ? carriedName() : '');

/**
 * The step of sign-in as the browser's history has it: '' at /username, the carried profile ID at /password. Back and
 * forward work, a reload keeps the step.
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
      // the portal's router, loaded meanwhile, takes a state without a key for none and writes its own over it
      history.pushState({ username: name, key: 'password' }, '', paths.password());
      dispatchEvent(new Event(changed));
    },
    toUsername: () => {
      history.pushState(null, '', paths.username());
      dispatchEvent(new Event(changed));
    },
  };
}

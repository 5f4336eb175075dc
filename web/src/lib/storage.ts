/**
 * What the portal keeps in the browser. Storage can be refused (private windows, policies): reading then gives null and
 * writing does nothing, because nothing kept here is needed to work.
 */
const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

export const stored = {
  read: (key: string): string | null => attempt(() => localStorage.getItem(key), null),
  write: (key: string, value: string): void => attempt(() => localStorage.setItem(key, value), undefined),
  remove: (key: string): void => attempt(() => localStorage.removeItem(key), undefined),
  /** Everything goes: what a 401 asks for. */
  clear: (): void => attempt(() => localStorage.clear(), undefined),
};

export const storageKeys = {
  /** Present while somebody is signed in on this browser; saves a round trip at start, grants nothing. */
  session: 'session',
  locale: 'locale',
  filters: 'filters',
} as const;

const messageKey = 'message';
/** A message for the next page (signed out, session ended); it outlives the reload and is shown once. */
export const carried = {
  put: (message: string): void => attempt(() => sessionStorage.setItem(messageKey, message), undefined),
  take: (): string | null =>
    attempt(() => {
      const message = sessionStorage.getItem(messageKey);
      sessionStorage.removeItem(messageKey);
      return message;
    }, null),
};

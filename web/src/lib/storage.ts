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

const safely = (storage: () => Storage) => ({
  read: (key: string): string | null => attempt(() => storage().getItem(key), null),
  write: (key: string, value: string): void => attempt(() => storage().setItem(key, value), undefined),
  remove: (key: string): void => attempt(() => storage().removeItem(key), undefined),
  /** Everything goes: what a 401 asks for. */
  clear: (): void => attempt(() => storage().clear(), undefined),
});

/** Kept on this browser, for all its tabs. */
export const stored = safely(() => localStorage);
/** Kept for this tab, until it is closed. */
export const forTab = safely(() => sessionStorage);

export const storageKeys = {
  /** Present while somebody is signed in on this browser; saves a round trip at start, grants nothing. */
  session: 'session',
  locale: 'locale',
  filters: 'filters',
  /** What was chosen in the palette. */
  recent: 'recentChoices',
} as const;

const messageKey = 'message';
/** A message for the next page (signed out, session ended); it outlives the reload and is shown once. */
export const carried = {
  put: (message: string): void => forTab.write(messageKey, message),
  take: (): string | null => {
    const message = forTab.read(messageKey);
    forTab.remove(messageKey);
    return message;
  },
};

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

const keys = { message: 'message', place: 'place', person: 'person' } as const;
const taken = (key: string): string | null => {
  const text = forTab.read(key);
  forTab.remove(key);
  return text;
};
/** A message for the next page (signed out, session ended); it outlives the reload and is shown once. */
export const carried = {
  put: (message: string): void => forTab.write(keys.message, message),
  take: (): string | null => taken(keys.message),
};

/** The page that somebody wanted or was on, who has to sign in first: `/` leads there afterwards, once. */
export const place = {
  keep: (): void => forTab.write(keys.place, location.pathname + location.search),
  take: (): string | null => taken(keys.place),
  /** Whoever signs in is this person: a page that somebody else was on is none of theirs. */
  of: (person: string): void => {
    const before = forTab.read(keys.person);
    if (before !== null && before !== person) forTab.remove(keys.place);
    forTab.write(keys.person, person);
  },
  /** Asked for before anybody was signed in: whoever signs in goes there. */
  open: (): void => {
    forTab.remove(keys.person);
    place.keep();
  },
};

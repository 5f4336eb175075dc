/**
 * The portal's data in browser storage. Storage can be refused (private windows, policies): reads then return null and
 * writes do nothing, because the portal works without it.
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
  /** Clears everything, as a 401 requires. */
  clear: (): void => attempt(() => storage().clear(), undefined),
});

/** Kept on this browser, for all its tabs. */
export const stored = safely(() => localStorage);
/** Kept for this tab, until it is closed. */
export const forTab = safely(() => sessionStorage);

/**
 * The language picked before sign-in. A cookie, because the end of a session clears the storage of the browser (specification,
 * part 1, section 4), including the language shown last. The server does not read it.
 */
const languageCookie = 'keyward-language';
const browsersKeepDays = 400;
export const pickedLanguage = {
  read: (): string | null =>
    attempt(() => document.cookie.match(new RegExp(`(?:^|; )${languageCookie}=([^;]*)`))?.[1] ?? null, null),
  write: (locale: string): void =>
    attempt(() => {
      const secure = location.protocol === 'https:' ? '; Secure' : '';
      const age = browsersKeepDays * 24 * 60 * 60;
      // oxlint-disable-next-line unicorn/no-document-cookie -- not every supported browser has cookieStore, nor plain http
      document.cookie = `${languageCookie}=${locale}; Path=/; Max-Age=${age}; SameSite=Strict${secure}`;
    }, undefined),
};

export const storageKeys = {
  /** Present while a profile is signed in on this browser; saves a round trip at start, grants nothing. */
  session: 'session',
  locale: 'locale',
  filters: 'filters',
  /** Ids of the locations chosen last in the header. */
  recentLocations: 'recentLocations',
  /** Whether lists of events follow new events. */
  follow: 'follow',
  /** Recent choices in the palette. */
  recent: 'recentChoices',
  /** Whether the bars above the list of events are folded. */
  histogram: 'histogram',
} as const;

const keys = { message: 'message', place: 'place', person: 'person' } as const;
const taken = (key: string): string | null => {
  const text = forTab.read(key);
  forTab.remove(key);
  return text;
};
/** A message for the next page (signed out, session ended); it survives the reload and is shown once. */
export const carried = {
  put: (message: string): void => forTab.write(keys.message, message),
  take: (): string | null => taken(keys.message),
};

/** The page to return to after sign-in, requested or open before it: `/` redirects there once. */
export const place = {
  keep: (): void => forTab.write(keys.place, location.pathname + location.search),
  take: (): string | null => taken(keys.place),
  /** Sets the signed-in profile; drops a page kept for another one. */
  of: (person: string): void => {
    const before = forTab.read(keys.person);
    if (before !== null && before !== person) forTab.remove(keys.place);
    forTab.write(keys.person, person);
  },
  /** Keeps a page requested before any sign-in: any profile that signs in goes there. */
  open: (): void => {
    forTab.remove(keys.person);
    place.keep();
  },
};

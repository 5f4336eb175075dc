/** What a page shows in place of the portal. */
type EndPages = {
  /** The sign-in page, with the reason why the session is over. */
  signIn: (reason: string) => void;
  /** Another person has signed in to this browser. */
  otherPerson: () => void;
};

const forgetters = new Set<() => void>();
let pages: EndPages | undefined;

/** `forget` drops what a module keeps in memory for its person; it runs when the session ends. */
export const onSessionEnd = (forget: () => void): void => void forgetters.add(forget);
export function forgetAll(): void {
  for (const forget of forgetters) forget();
}

/** Set by the portal, which has these pages at hand: they show without a connection. */
export const setEndPages = (given: EndPages): void => void (pages = given);
export const endPages = (): EndPages | undefined => pages;

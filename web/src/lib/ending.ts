/** Pages that replace the portal. */
type EndPages = {
  /** The sign-in page, with the reason why the session is over. */
  signIn: (reason: string) => void;
  /** The page for a browser in which another profile has signed in. */
  otherPerson: () => void;
};

const forgetters = new Set<() => void>();
let pages: EndPages | undefined;

/** Registers `forget`, which drops a module's in-memory data of the profile when the session ends. */
export const onSessionEnd = (forget: () => void): void => void forgetters.add(forget);
export function forgetAll(): void {
  for (const forget of forgetters) forget();
}

/** Set by the portal, which has these pages loaded, so that they show without a connection. */
export const setEndPages = (given: EndPages): void => void (pages = given);
export const endPages = (): EndPages | undefined => pages;

/** What would be lost with the page: changes in an open form, or a running download. */
export type Held = 'changes' | 'download';
type Hold = { what: Held; isHeld: () => boolean };

const holds = new Set<Hold>();

/** What would be lost now, each kind once. */
export const heldNow = (): Held[] => [...new Set([...holds].filter(({ isHeld }) => isHeld()).map(({ what }) => what))];

const askToStay = (event: Event) => {
  if (heldNow().length > 0) event.preventDefault();
};

/**
 * The browser asks before the page is left while `isHeld`, and the portal before it signs out. Returns the function that ends it.
 */
export function holdPage(what: Held, isHeld: () => boolean = () => true): () => void {
  const hold = { what, isHeld };
  if (holds.size === 0) addEventListener('beforeunload', askToStay);
  holds.add(hold);
  return () => {
    holds.delete(hold);
    if (holds.size === 0) removeEventListener('beforeunload', askToStay);
  };
}

/** Gives up what would be lost, so that the browser does not ask about it. */
export function letGo(): void {
  holds.clear();
  removeEventListener('beforeunload', askToStay);
}

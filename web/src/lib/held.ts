/** Work that would be lost with the page: changes in an open form, or a running download. */
export type Held = 'changes' | 'download';
type Hold = { what: Held; isHeld: () => boolean };

const holds = new Set<Hold>();

/** The work that would be lost now, each kind once. */
export const heldNow = (): Held[] => [...new Set([...holds].filter(({ isHeld }) => isHeld()).map(({ what }) => what))];

const askToStay = (event: Event) => {
  if (heldNow().length > 0) event.preventDefault();
};

/**
 * While `isHeld`, the browser asks before the page is left, and the portal before it signs out. Returns a function that ends
 * this.
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

/** Releases every hold, so that the browser does not ask. */
export function letGo(): void {
  holds.clear();
  removeEventListener('beforeunload', askToStay);
}

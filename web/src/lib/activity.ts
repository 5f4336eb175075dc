/** User input that counts as activity. Specification, part 1, section 4 'Auto-logout'. */
export const doings = ['mousedown', 'mousemove', 'keydown', 'scroll', 'touchstart', 'click'] as const;

/**
 * Time after input during which a read counts as caused by it, in ms: longer than the search delay and than a slow machine needs.
 */
const ownMs = 5000;
// opening the page counts as activity
let last = Date.now();
for (const name of doings) addEventListener(name, () => (last = Date.now()), { capture: true, passive: true });

/** Is a read sent now caused by the user, rather than by a refetch on focus, on reconnect or at an interval? */
export const isOwn = (): boolean => Date.now() - last < ownMs;

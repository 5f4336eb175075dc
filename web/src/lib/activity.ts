/** What a person does that counts as being there. Specification, part 1, section 4 'Auto-logout'. */
export const doings = ['mousedown', 'mousemove', 'keydown', 'scroll', 'touchstart', 'click'] as const;

/** What is read so long after a doing was not asked for by it: the search's wait, and a slow machine, are shorter. */
const ownMs = 5000;
// opening the page is a doing
let last = Date.now();
for (const name of doings) addEventListener(name, () => (last = Date.now()), { capture: true, passive: true });

/** Is what the portal reads now read for its person, or by itself: on focus, on reconnect, at an interval? */
export const isOwn = (): boolean => Date.now() - last < ownMs;

/** Resolves when a pending sign-out is cancelled. */
let staying: PromiseWithResolvers<void> | undefined;
const underWay = new Set<AbortController>();
/** The number of sessions of this page that have ended. */
let ended = 0;
export const endedSessions = (): number => ended;

/** A sign-out is pending, or the session is over and the page is about to be replaced. */
export const isLeaving = (): boolean => staying !== undefined;
/** While a sign-out is pending: resolves when it is cancelled. */
export const untilTheyStay = (): Promise<void> | undefined => staying?.promise;

/** While on, nothing is read: requests under way are aborted, since the server would have to refuse them. */
export function setLeaving(on: boolean): void {
  if (on === isLeaving()) return;
  staying?.resolve();
  staying = on ? Promise.withResolvers() : undefined;
  if (on) for (const cut of underWay) cut.abort();
}

/** The session is over and the sign-in page is shown: aborted and waiting requests fail. */
export function setGone(): void {
  ended++;
  setLeaving(true);
  setLeaving(false);
}

/**
 * Calls `ask` once no sign-out is pending. A request that a sign-out aborts is repeated if the sign-out is cancelled,
 * and fails if not.
 */
export async function unlessLeaving<T>(ask: (cut: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const session = ended;
  await staying?.promise;
  if (session !== ended) throw new DOMException('The session has ended', 'AbortError');
  const cut = new AbortController();
  underWay.add(cut);
  const both = signal ? AbortSignal.any([cut.signal, signal]) : cut.signal;
  return ask(both)
    .catch((reason: unknown) => {
      if (!cut.signal.aborted || signal?.aborted || session !== ended) throw reason;
      return unlessLeaving(ask, signal);
    })
    .finally(() => underWay.delete(cut));
}

/** The application's clock; ordering (sessions, received events) relies on the database's clock instead. */
export const clock = { now: (): Date => new Date() };

/** How far the clocks of two servers of one portal may differ. */
const skewMs = 30_000;

/** Has an instant passed, by the clock of whichever server wrote it down, no longer than `minutes` ago? */
export function isWithin(minutes: number, instant: number): boolean {
  const age = clock.now().getTime() - instant;
  return age >= -skewMs && age <= minutes * 60_000;
}

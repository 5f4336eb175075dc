/** The application's clock; ordering (sessions, received events) relies on the database's clock instead. */
export const clock = { now: (): Date => new Date() };

/** Maximum difference of the clocks of two servers of one portal, in ms. */
const skewMs = 30_000;

/** Whether an instant passed no longer than `minutes` ago, by the clock of the server that stored it. */
export function isWithin(minutes: number, instant: number): boolean {
  const age = clock.now().getTime() - instant;
  return age >= -skewMs && age <= minutes * 60_000;
}

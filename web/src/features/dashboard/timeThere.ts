import { dateTime, isZone } from '#lib/dates.ts';

/**
 * An instant in the zone `there` of a location: '15:15 · America/New York', with the date if it differs. Null if the clocks in
 * `there` and `here` show the same.
 */
export function timeThere(instant: string, here: string, there: string): string | null {
  // an old browser may not know the zone
  if (!isZone(there)) return null;
  const [own, local] = [dateTime(instant, here), dateTime(instant, there)];
  if (own === local) return null;
  const [date, time] = local.split(' ');
  return `${own.startsWith(`${date} `) ? time : local} · ${there.replaceAll('_', ' ')}`;
}

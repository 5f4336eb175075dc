import { dateTime, isZone } from '#lib/dates.ts';

/**
 * An instant by the clock of a store in the zone `there`: '15:15 · America/New York', with the date where that is another one. Null
 * where the clock there shows the same as in the zone `here`.
 */
export function timeThere(instant: string, here: string, there: string): string | null {
  // one that an old browser does not know
  if (!isZone(there)) return null;
  const [own, local] = [dateTime(instant, here), dateTime(instant, there)];
  if (own === local) return null;
  const [date, time] = local.split(' ');
  return `${own.startsWith(`${date} `) ? time : local} · ${there.replaceAll('_', ' ')}`;
}

import { lastDays, rangeOfDay } from '#lib/days.ts';
import { useSession } from '#lib/session.ts';
import { useToday } from '#lib/today.ts';

const days = 30;

/** The last 30 days of the profile's calendar, today with all its hours last. */
export function useSpan() {
  const { zone } = useSession();
  const all = lastDays(useToday(zone), days).map((day) => ({ day, ...rangeOfDay(day, zone) }));
  return {
    days: all,
    from: all[0]?.from ?? '',
    to: all.at(-1)?.to ?? '',
    starts: all.map(({ from }) => from),
  };
}

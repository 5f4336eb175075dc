import { useSyncExternalStore } from 'react';
import { zonedDay } from '#lib/zoned.ts';

/** A new day is noticed within this time, in ms, also after the machine slept. */
const lookMs = 60_000;
const today = (zone: string) => zonedDay(Date.now(), zone);

/** Calls back when another day has begun in the zone. Returns a function that stops it. */
export function watchToday(zone: string, onDay: () => void): () => void {
  let day = today(zone);
  const timer = setInterval(() => {
    if (day === today(zone)) return;
    day = today(zone);
    onDay();
  }, lookMs);
  return () => clearInterval(timer);
}

/** Today in the zone's calendar, also after midnight. */
export const useToday = (zone: string): string =>
  useSyncExternalStore(
    (onDay) => watchToday(zone, onDay),
    () => today(zone),
  );

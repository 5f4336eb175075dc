import { secureKeyMinutes } from '@keyward/contract/key-limits';
import { instantAt, type WallTime, wallTime } from '#lib/wallTime.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The same time of day, this many calendar days later. */
const daysLater = (wall: WallTime, days: number): WallTime =>
  new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + days * dayMs).toISOString().slice(0, 19).replace('T', ' ');

const latestEnd = (zone: string, now: number): WallTime => daysLater(wallTime(now, zone), secureKeyMinutes.days);

/** First and last minute at which a key created at `now` (epoch ms) may end, as local times of `zone`. */
export const keyEnds = (zone: string, now: number): { first: WallTime; last: WallTime } => ({
  first: wallTime(now + minuteMs, zone).slice(0, 16),
  last: latestEnd(zone, now).slice(0, 16),
});

/**
 * Minutes from `now` (epoch ms) until a key ends at a local time of `zone`, at least one; or the text key of the reason why it
 * cannot end then. Specification, part 2, section 5 'OnePASS key'.
 */
export function minutesUntil(wall: WallTime, zone: string, now: number): number | 'keyEndsInPast' | 'keyTooLong' {
  const end = instantAt(wall, zone);
  if (end <= now) return 'keyEndsInPast';
  if (end > instantAt(latestEnd(zone, now), zone, 'last')) return 'keyTooLong';
  return Math.max(secureKeyMinutes.min, Math.ceil((end - now) / minuteMs));
}

import { secureKeyMinutes } from '@keyward/contract/key-limits';

/**
 * The longest duration, in minutes, of a key made at `from` (epoch ms): 45 days in `zone`, which are an hour longer across the
 * change to winter time, and never less than 45 times 24 hours.
 */
export function longestKeyMinutes(from: number, zone: string): number {
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  const end = start.add({ days: secureKeyMinutes.days });
  const minutes = Math.floor((end.epochMilliseconds - from) / 60_000);
  return Math.min(Math.max(minutes, secureKeyMinutes.usual), secureKeyMinutes.longest);
}

import { instantAt } from '#lib/wallTime.ts';

const dayMs = 86_400_000;
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`);
const dayOf = (noon: number) => new Date(noon).toISOString().slice(0, 10);

/** Is it a day of the calendar, as `2026-11-20`? */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(noonOf(text)) && dayOf(noonOf(text)) === text;

/** A number of calendar days, the given one last. */
export function lastDays(today: string, count: number): string[] {
  const last = noonOf(today);
  return Array.from({ length: count }, (_, i) => dayOf(last - (count - 1 - i) * dayMs));
}

/** The range of a day in a zone, from its first instant to before that of the next day. */
export function rangeOfDay(day: string, zone: string): { from: string; to: string } {
  const start = (of: string) => new Date(instantAt(`${of} 00:00`, zone)).toISOString();
  return { from: start(day), to: start(dayOf(noonOf(day) + dayMs)) };
}

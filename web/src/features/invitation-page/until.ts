/** An instant in words, and the name of its zone separately: the recipient may be in another zone. */
export function untilWords(instant: string, timeZone: string, locale: string): { time: string; zone: string } {
  const at = new Date(instant);
  const time = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(at);
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(at);
  return { time, zone: parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone };
}

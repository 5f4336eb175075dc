const formats = new Map<string, Intl.NumberFormat>();
function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, known);
  return known;
}

// The language is a parameter, not looked up: React's compiler caches a component's results by their parameters.

/** '12,345' in a language. */
export const numberWords = (n: number, locale: string): string => formatOf(locale, {}).format(n);

/** A short form for little room: '9,999', and from 10,000 on '12K'. */
export const shortNumber = (n: number, locale: string): string =>
  n < 10_000 ? numberWords(n, locale) : formatOf(locale, { notation: 'compact' }).format(n);

/** A share of 1: '34%', or '33.5%' with one digit. */
export const percentWords = (share: number, locale: string, maximumFractionDigits: 0 | 1 = 0): string =>
  formatOf(locale, { style: 'percent', maximumFractionDigits }).format(share);

/** '19%' of 19.6 percent: whole percents, as in lists, filters and views. */
export const wholePercentWords = (percent: number, locale: string): string =>
  percentWords(Math.floor(percent) / 100, locale);

/** '21.5°C'. */
export const celsiusWords = (degrees: number, locale: string): string =>
  formatOf(locale, { style: 'unit', unit: 'celsius', maximumFractionDigits: 1 }).format(degrees);

/** '3 hr', '12 min'. */
export const unitWords = (n: number, unit: 'day' | 'hour' | 'minute' | 'second', locale: string): string =>
  formatOf(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(n);

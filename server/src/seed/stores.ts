import type { LocationHours } from '@keyward/contract/locations';
import type { Language } from './people-names.ts';

export type StoreSpec = { name: string; zone: string; language: Language };

const stores = (brand: string, rows: readonly [place: string, zone: string, language: Language][]): StoreSpec[] =>
  rows.map(([place, zone, language]) => ({ name: `${brand} – ${place}`, zone, language }));

export const northgateStores = stores('Northgate', [
  ['Leeds', 'Europe/London', 'en'],
  ['Manchester', 'Europe/London', 'en'],
  ['York', 'Europe/London', 'en'],
  ['Lyon', 'Europe/Paris', 'fr'],
  ['Dublin', 'Europe/Dublin', 'en'],
  ['東京 渋谷', 'Asia/Tokyo', 'ja'],
  ['서울 강남', 'Asia/Seoul', 'ko'],
  ['Bristol', 'Europe/London', 'en'],
  ['Lille', 'Europe/Paris', 'fr'],
  ['大阪 梅田', 'Asia/Tokyo', 'ja'],
  ['Chicago', 'America/Chicago', 'en'],
  ['Toronto', 'America/Toronto', 'en'],
]);
export const harborStores = stores('Harbor', [
  ['Boston', 'America/New_York', 'en'],
  ['Portland', 'America/Los_Angeles', 'en'],
  ['Halifax', 'America/Halifax', 'en'],
  ['Marseille', 'Europe/Paris', 'fr'],
  ['横浜', 'Asia/Tokyo', 'ja'],
  ['부산', 'Asia/Seoul', 'ko'],
  ['Sydney', 'Australia/Sydney', 'en'],
  ['Seattle', 'America/Los_Angeles', 'en'],
]);

const zones = new Map([...northgateStores, ...harborStores].map((s) => [s.name, s.zone]));
/** The zone of a demo store, else the tenant's. */
export const zoneOf = (store: string, otherwise: string): string => zones.get(store) ?? otherwise;

const [daily, sunday] = [
  { opens: '09:30', closes: '20:00' },
  { opens: '11:00', closes: '17:00' },
];

/** The hours of a demo store, including those of the next two Christmases. */
export function locationHours({ zone }: StoreSpec, now: Date): LocationHours {
  const years = [now.getUTCFullYear(), now.getUTCFullYear() + 1];
  return {
    time_zone: zone,
    week: [...Array.from({ length: 6 }, () => daily), sunday],
    exceptions: years.flatMap((year) => [
      { date: `${year}-12-24`, hours: { opens: '09:30', closes: '16:00' } },
      { date: `${year}-12-25`, hours: null },
    ]),
  };
}

/** The curfew of a demo store's keys: with the keys of `reportNow` the board has a key in each of its states. */
export const curfewOf = (index: number): string | null =>
  [index % 10 === 0 ? '3h' : '4h', '8h', null, '20:30', '22:00'][index % 5] ?? null;

export type Hours = { open: Date; close: Date };
/**
 * The opening hours of a day in the store's zone: 9:30 to 20:00, Sundays 11:00 to 17:00. `date` is a local YYYY-MM-DD.
 */
export function hoursOn(zone: string, date: string): Hours {
  const day = Temporal.PlainDate.from(date);
  const { opens, closes } = day.dayOfWeek === 7 ? sunday : daily;
  const at = (plainTime: string) => new Date(day.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds);
  return { open: at(opens), close: at(closes) };
}
export const localDate = (zone: string, at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();
export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

export function isOpen(zone: string, at: Date): boolean {
  const { open, close } = hoursOn(zone, localDate(zone, at));
  return at >= open && at < close;
}

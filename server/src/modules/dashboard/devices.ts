import { maxConnectionRows, maxReadingRows } from '@keyward/contract/device-metric-pages';
import { type Connectivity, type ReadingField, type Readings } from '@keyward/contract/device-metrics';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { readExtremes, readOkms } from '#core/device-history/pictures.ts';
import { hoursOfLines, type Range, readRange } from '#core/device-history/range.ts';
import { withPresent } from '#core/device-history/read.ts';
import { readLocations } from '#core/devices/locations.ts';
import type { Filters } from '#core/list/location-filters.ts';
import type { Db } from '#db/tenant.ts';

type Asked = Range & { filters: Filters; page?: number | undefined };

/** Converts an instant of JSON that the database wrote to ISO format. */
const iso = (text: string) => new Date(text).toISOString();
const begins = (since: string | null | undefined, { from }: Range) => (since && since > from ? since : null);

/**
 * Cuts the future off the range, where every OKM would be off line, because a browser's clock may be ahead. The present minute
 * stays, as browsers end their ranges with it.
 */
function untilNow({ from, to }: Range): Range {
  const minute = 60_000;
  const end = Math.max(clock.now().getTime(), Date.parse(from)) + minute;
  return { from, to: Date.parse(to) > end ? new Date(end).toISOString() : to };
}

/** Periods in which OKMs were on line; `to` is at most a minute ahead. Throws invalidFilterValue and unknownColumn. */
export async function readConnectivity(
  db: Db,
  actor: Actor,
  { filters, page = 1, ...asked }: Asked,
): Promise<Connectivity> {
  const range = untilNow(readRange(asked));
  const rows = await readOkms(db, await readLocations(db, actor, filters), {
    ...range,
    offlineMinutes: actor.tenant.config.offlineOkmMinutes,
    page,
    size: maxConnectionRows,
  });
  const [first] = rows;
  return {
    ...range,
    total: first?.total ?? 0,
    page: first?.page ?? 1,
    noDataBefore: begins(first?.begin, range),
    rows: rows.map(({ id, name, serial, location, since, isOnline, share, online }) => ({
      id,
      name,
      serial,
      location,
      since,
      isOnline,
      share,
      online: online.map(({ from, until }) => ({ from: iso(from), until: iso(until) })),
    })),
  };
}

/** The lowest batteries or the highest temperatures. Throws invalidFilterValue and unknownColumn. */
export async function readReadings(
  db: Db,
  actor: Actor,
  { filters, field, page = 1, ...asked }: Asked & { field: ReadingField },
): Promise<Readings> {
  const range = readRange(asked);
  const hours = hoursOfLines(range);
  const rows = await readExtremes(db, await readLocations(db, actor, filters), {
    ...range,
    field,
    hours,
    page,
    size: maxReadingRows,
  });
  const [first] = rows;
  const [since] = rows.map((row) => row.since ?? row.at).toSorted();
  return {
    ...range,
    field,
    hours,
    total: first?.total ?? 0,
    page: first?.page ?? 1,
    noDataBefore: begins(since, range),
    rows: rows.map(({ id, name, serial, location, value, at, points }) => ({
      id,
      name,
      serial,
      location,
      value,
      at,
      points: withPresent(
        points.map((point) => ({ at: iso(point.at), value: point.value })),
        { at, value },
        range,
        hours,
      ),
    })),
  };
}

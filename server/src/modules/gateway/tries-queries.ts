import { sql } from 'kysely';
import { any, anyText, valuesTable } from '#db/fragments.ts';
import { type Db, sendNow } from '#db/tenant.ts';
import { ofDevice, ofTenant, type RecordedTries, withRecordedTry, withTry, type Blocking } from './tries.ts';

const ms = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
const instant = (time: number | null) => sql<string>`to_timestamp(${time === null ? null : time / 1000}::float8)`;

type Row = RecordedTries & { id: string };

/** The tries of devices, or of the tenant by its own id, locked in id order, and the time once they are locked. */
async function lockTries(db: Db, ids: readonly string[]): Promise<{ tries: Row[]; now: number }> {
  const found = await sendNow(
    db,
    db
      .insertInto('wrong_entry')
      .values(ids.toSorted().map((of_id) => ({ of_id, tries: 0, updated_at: instant(0) })))
      .onConflict((before) => before.column('of_id').doUpdateSet((eb) => ({ tries: eb.ref('wrong_entry.tries') })))
      .returning(['of_id as id', 'tries', 'unrecorded'])
      .returning([
        ms('wrong_entry.updated_at').as('updatedAt'),
        sql<number | null>`${ms('wrong_entry.blocked_until')}`.as('blockedUntil'),
        sql<number | null>`${ms('wrong_entry.recorded_at')}`.as('recordedAt'),
        sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`.as('now'),
      ]),
  );
  return { tries: found, now: Math.max(0, ...found.map((row) => row.now)) };
}

async function saveTries(db: Db, tries: readonly Row[]): Promise<void> {
  const [first, ...rest] = tries.map((one) => ({
    id: sql<string>`${one.id}::uuid`,
    tries: sql<number>`${one.tries}::float8`,
    updated_at: instant(one.updatedAt),
    blocked_until: instant(one.blockedUntil),
    unrecorded: sql<number>`${one.unrecorded}::integer`,
    recorded_at: instant(one.recordedAt),
  }));
  if (!first) return;
  await sendNow(
    db,
    db
      .updateTable('wrong_entry as w')
      .from(valuesTable([first, ...rest]))
      .set((eb) => ({
        tries: eb.ref('v.tries'),
        updated_at: eb.ref('v.updated_at'),
        blocked_until: eb.ref('v.blocked_until'),
        unrecorded: eb.ref('v.unrecorded'),
        recorded_at: eb.ref('v.recorded_at'),
      }))
      .whereRef('w.of_id', '=', 'v.id'),
  );
}

const countDevices = async (db: Db): Promise<number> =>
  (
    await sendNow(
      db,
      db
        .selectFrom('list_tally')
        .select(sql<number>`coalesce(sum(n), 0)::int`.as('n'))
        .where('resource', '=', 'device'),
    )
  )[0]?.n ?? 0;

/** A wrong entry at a device. */
export type Wrong = {
  deviceId: string;
  /** Epoch ms; now by default. */
  at?: number;
  /** True if reported by the controller, which judged it itself: no event records it yet. */
  reported: boolean;
};
type Counted = { blockings: (Blocking & { deviceId: string })[]; blockedUntil: ReadonlyMap<string, number> };

/**
 * Counts wrong entries at devices and in the tenant, whose row is locked last. An entry that a device accepted although it should
 * have waited counts only at the device, so that one controller cannot use up the tenant's tries. Returns the times until which
 * devices accept no entry, and the events that are due.
 */
export async function countWrongEntries(db: Db, wrong: readonly Wrong[]): Promise<Counted> {
  if (wrong.length === 0) return { blockings: [], blockedUntil: new Map() };
  const { tries, now } = await lockTries(db, [...new Set(wrong.map(({ deviceId }) => deviceId))]);
  const devices = new Map(tries.map((row) => [row.id, row]));
  const inTime = wrong.map((one) => ({ ...one, at: Math.min(one.at ?? now, now) })).toSorted((a, b) => a.at - b.at);
  const inTenant: number[] = [];
  const blockings: Counted['blockings'] = [];
  for (const { deviceId, at, reported } of inTime) {
    const before = devices.get(deviceId);
    if (!before) continue;
    if (before.blockedUntil === null || at >= before.blockedUntil) inTenant.push(at);
    const { after, event } = reported ? withRecordedTry(before, at) : { after: withTry(before, at, ofDevice) };
    devices.set(deviceId, { ...after, id: deviceId });
    if (event) blockings.push({ ...event, deviceId });
  }
  const [, count, locked] = await Promise.all([
    saveTries(db, [...devices.values()]),
    countDevices(db),
    lockTries(db, [db.tenantId]),
  ]);
  const limit = ofTenant(count);
  await saveTries(
    db,
    locked.tries.map((row) => inTenant.reduce((before, at) => withTry(before, at, limit), row)),
  );
  const blockedUntil = [...devices.values()].flatMap(({ id, blockedUntil: until }): [string, number][] =>
    until === null || until <= now ? [] : [[id, until]],
  );
  return { blockings, blockedUntil: new Map(blockedUntil) };
}

/** The controller's devices with these serial numbers. */
export const ownDevices = (db: Db, controllerId: string, serials: readonly string[]) =>
  db
    .selectFrom('device as d')
    .select(['d.id', 'd.name', 'd.serial_number as serial', 'd.location_value_id as locationId'])
    .where((eb) => eb.or([eb('d.id', '=', controllerId), eb('d.controller_id', '=', controllerId)]))
    .where('d.serial_number', '=', anyText(serials))
    .execute();

/** Those of these numbers that the controller has used. */
export const usedNumbers = async (db: Db, controllerId: string, numbers: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('secure_key_use')
        .select('number')
        .where('controller_id', '=', controllerId)
        .where('number', '=', any(numbers))
        .execute()
    ).map(({ number }) => number),
  );

/** The controller's devices that accept no entry now, because of their own tries or the tenant's, with the seconds to wait. */
export const waitingDevices = (db: Db, controllerId: string) => {
  const until = sql<string>`greatest(w.blocked_until, t.blocked_until)`;
  return db
    .selectFrom('device as d')
    .leftJoin('wrong_entry as w', 'w.of_id', 'd.id')
    .leftJoin('wrong_entry as t', (join) => join.on('t.of_id', '=', db.tenantId))
    .select('d.serial_number as serial')
    .select(sql<number>`ceil(extract(epoch from ${until} - clock_timestamp()))::int`.as('retryAfter'))
    .where((eb) => eb.or([eb('d.id', '=', controllerId), eb('d.controller_id', '=', controllerId)]))
    .where(until, '>', sql<string>`clock_timestamp()`)
    .orderBy('d.serial_number')
    .execute();
};

/** Deletes wrong entries that no longer count. */
export const drainedEntries = (db: Db) =>
  db.deleteFrom('wrong_entry').where('updated_at', '<', sql<string>`now() - interval '1 day'`);

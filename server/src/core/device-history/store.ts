import { clock } from '#core/clock.ts';
import { insertRows } from '#db/bulk.ts';
import { own, runSql, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import type { Silence } from './connection.ts';
import { type KnownDevice, presentOf } from './read.ts';
import { hourOf, historyStart, numberFields, type Reading } from './readings.ts';

/** Stores readings, the one seen last of each hour. The devices are locked. Sent before the call returns. */
export async function saveReadings(db: Db, readings: readonly Reading[]): Promise<void> {
  const latest = new Map<string, Reading>();
  for (const reading of readings) {
    const key = `${reading.deviceId} ${reading.field} ${reading.hour}`;
    const other = latest.get(key);
    if (!other || other.seenAt <= reading.seenAt) latest.set(key, reading);
  }
  await insertRows(
    db,
    sql`device_reading (tenant_id, device_id, field, hour, seen_at, value)`,
    [...latest.values()].map(({ deviceId, field, hour, seenAt, value }) => [deviceId, field, hour, seenAt, value]),
    sql`on conflict (tenant_id, device_id, field, hour) do update set seen_at = excluded.seen_at, value = excluded.value
      where device_reading.seen_at <= excluded.seen_at`,
  );
}

/** Stores the present numbers of a locked device whose state ends, since no value of a later hour will follow to store them. */
export async function savePresent(db: Db, device: KnownDevice): Promise<void> {
  const oldest = historyStart(clock.now()).toISOString();
  const readings = numberFields(device.state_schema).flatMap((field) => {
    const present = presentOf(device, field);
    if (!present) return [];
    return [{ deviceId: device.id, field, hour: hourOf(present.at), seenAt: present.at, value: present.value }];
  });
  await saveReadings(
    db,
    readings.filter(({ hour }) => hour >= oldest),
  );
}

/** Ends the controller's connection at its last report before each silence, and begins one after it. Sent before the call returns. */
export async function saveSilences(db: Db, deviceId: string, silences: readonly Silence[]): Promise<void> {
  const [first] = silences;
  if (!first) return;
  const ended =
    first.last !== null &&
    runSql(
      db,
      sql`update controller_connection c set until = ${first.last}
        where ${own('c')} and c.device_id = ${deviceId} and c.until = 'infinity'`,
    );
  const begun = insertRows(
    db,
    sql`controller_connection (tenant_id, device_id, since, until)`,
    silences.map((silence, i) => [deviceId, silence.first, silences[i + 1]?.last ?? 'infinity']),
  );
  await Promise.all([ended, begun]);
}

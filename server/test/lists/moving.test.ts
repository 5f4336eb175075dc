// What is there throughout an export comes exactly once, while somebody writes fifty times a second.
import { randomUUID } from 'node:crypto';
import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { limits } from '@keyward/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertRows } from '#core/bulk.ts';
import { type NewEvent, writeEvents } from '#core/events.ts';
import { addUpParties } from '#core/party-job.ts';
import { type Db, rows } from '#db/tenant.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const count = 2 * limits.exportPageSize + 700;
const everyMs = 20;

const lasting = Array.from({ length: count }, () => randomUUID());
const passing = Array.from({ length: 300 }, () => randomUUID());
const told = Array.from({ length: count }, () => randomUUID());
const start = Date.UTC(2026, 3, 1);
/** Many share an instant. */
const happened = (id: string, i: number): NewEvent => ({
  ...{ id, event: 'ASSET_CHANGE', locations: [], time: new Date(start + Math.floor(i / 40) * 60_000) },
  agent: { domain: 'device', id: null, name: `Pod ${i % 90}` },
});

beforeAll(async () => {
  await portal.inTenant('demo', async (db) => {
    const [type] = await rows<{ id: string }>(db, 'select id from device_type where tenant_id = $1 limit 1', [
      db.tenantId,
    ]);
    const device = (id: string, i: number) => [id, type?.id, `Name ${i % 1000}`, `5E${String(i).padStart(14, '0')}`];
    const all = [...lasting, ...passing].map(device);
    await insertRows(db, 'device (tenant_id, id, device_type_id, name, serial_number)', all);
  });
  for (let i = 0; i < count; i += 1000) {
    const part = told.slice(i, i + 1000).map((id, at) => happened(id, i + at));
    await portal.inTenant('demo', (db) => writeEvents(db, part));
  }
}, 60_000);

/** Renames and moves what lasts, deletes what passes, adds events before, between and after the others. */
const writes: ((db: Db, n: number) => Promise<unknown>)[] = [
  (db, n) =>
    rows(db, `update device set name = $3 || name, state_updated_at = now() where tenant_id = $1 and id = $2`, [
      ...[db.tenantId, lasting[(n * 7919) % count], n % 2 ? '0 ' : 'Z '],
    ]),
  (db, n) => rows(db, 'delete from device where tenant_id = $1 and id = $2', [db.tenantId, passing[n % 300]]),
  (db, n) =>
    writeEvents(db, [
      happened(randomUUID(), (n * 6007) % count),
      happened(randomUUID(), -n),
      happened(randomUUID(), count + n),
    ]),
  (db) => addUpParties(db),
];
let written = 0;
const failures: unknown[] = [];
const under = new Set<Promise<unknown>>();
const writer = setInterval(() => {
  const n = written++;
  const work = portal.inTenant('demo', (db) => writes[n % writes.length]?.(db, n) ?? Promise.resolve());
  const done = work.catch((error: unknown) => failures.push(error)).finally(() => under.delete(done));
  under.add(done);
}, everyMs);
const stop = async () => {
  clearInterval(writer);
  await Promise.all(under);
};
afterAll(stop);

async function exported(list: typeof devices.list | typeof activity.list, query: Record<string, string>) {
  const seen: string[] = [];
  let next: string | undefined;
  for (let page = 1; page === 1 || next; page++) {
    const size = String(limits.exportPageSize);
    const reply = await admin.call(list, {
      query: { ...query, results_per_page: size, page: String(page), ...(next ? { cursor: next } : {}) },
    });
    seen.push(...reply.data.map(({ id }: { id: string }) => id));
    next = reply.next;
  }
  return seen;
}

test.each([
  ['devices by name', devices.list, { sort: 'name:asc' }, lasting],
  ['devices by last report', devices.list, { sort: 'state_updated_at:desc' }, lasting],
  ['events, newest first', activity.list, {}, told],
  ['events found by a name', activity.list, { search: 'pod' }, told],
  ['events of a kind, oldest first', activity.list, { event: 'ASSET_CHANGE', sort: 'event_time:asc' }, told],
] as const)('%s', { timeout: 60_000 }, async (_name, list, query, throughout) => {
  const before = written;
  const seen = await exported(list, query);
  expect(written - before, 'writes meanwhile').toBeGreaterThan(2);
  const times = new Map<string, number>();
  for (const id of seen) times.set(id, (times.get(id) ?? 0) + 1);
  expect(throughout.filter((id) => times.get(id) !== 1)).toEqual([]);
});

test('the writer wrote', async () => {
  await stop();
  expect(failures).toEqual([]);
  expect(written).toBeGreaterThan(50);
});

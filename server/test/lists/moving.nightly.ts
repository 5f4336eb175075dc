// Rows that exist throughout an export or a scroll appear exactly once, under fifty writes per second.
import { randomUUID } from 'node:crypto';
import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { limits } from '@keyward/contract/limits';
import { profiles } from '@keyward/contract/profiles';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { insertRows } from '#db/bulk.ts';
import { sql } from '#db/sql.ts';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { aggregateParties } from '#core/events/party-job.ts';
import { type Db, rows } from '#db/tenant.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const count = 2 * limits.exportPageSize + 700;
const perSecond = 50;

const lasting = Array.from({ length: count }, () => randomUUID());
const passing = Array.from({ length: 300 }, () => randomUUID());
/** More rows than one page of an export. */
const people = Array.from({ length: limits.exportPageSize + 400 }, () => randomUUID());
const eventIds = Array.from({ length: count }, () => randomUUID());
const start = Date.UTC(2026, 3, 1);
/** Many share an instant. */
const happened = (id: string, i: number): NewEvent => ({
  id,
  event: 'ASSET_CHANGE',
  locations: [],
  time: new Date(start + Math.floor(i / 40) * 6e4),
  agent: {
    domain: 'device',
    id: null,
    name: `Pod ${i % 90}`,
  },
});

beforeAll(async () => {
  await portal.inTenant('demo', async (db) => {
    const [type] = await rows<{ id: string }>(db, 'select id from device_type where tenant_id = $1 limit 1', [
      db.tenantId,
    ]);
    const device = (id: string, i: number) => [id, type?.id, `Name ${i % 1000}`, `5E${String(i).padStart(14, '0')}`];
    const all = [...lasting, ...passing].map(device);
    await insertRows(db, sql`device (tenant_id, id, device_type_id, name, serial_number)`, all);
    const person = (id: string, i: number) => [id, `Person ${i % 500}`, `person${i}`];
    await insertRows(db, sql`profile (tenant_id, id, name, username)`, people.map(person));
  });
  for (let i = 0; i < count; i += 1000) {
    const part = eventIds.slice(i, i + 1000).map((id, at) => happened(id, i + at));
    await portal.inTenant('demo', (db) => writeEvents(db, part));
  }
}, 60_000);

/** One in ten is renamed; the others keep their position. */
const moving = (n: number, of: readonly string[]) => of[((n * 7919) % (of.length / 10)) * 10];

/** Renames and reports lasting rows, deletes transient ones, and adds events before, between and after the others. */
const writes: ((db: Db, n: number) => Promise<unknown>)[] = [
  (db, n) =>
    rows(db, `update device set name = $3 || name, state_updated_at = now() where tenant_id = $1 and id = $2`, [
      db.tenantId,
      moving(n, lasting),
      n % 8 ? '0 ' : 'Z ',
    ]),
  (db, n) =>
    rows(db, `update profile set name = $3 || name, last_active_at = now() where tenant_id = $1 and id = $2`, [
      db.tenantId,
      moving(n, people),
      n % 8 === 1 ? 'A ' : 'Z ',
    ]),
  (db, n) => rows(db, 'delete from device where tenant_id = $1 and id = $2', [db.tenantId, passing[n % 300]]),
  (db, n) =>
    writeEvents(db, [
      happened(randomUUID(), (n * 6007) % count),
      happened(randomUUID(), -n),
      happened(randomUUID(), count + n),
    ]),
];
let written = 0;
const failures: unknown[] = [];
const under = new Set<Promise<unknown>>();
const write = (n: number) => {
  const work = portal.inTenant('demo', async (db) => {
    await (n % 40 ? writes[n % 4]?.(db, n) : aggregateParties(db));
  });
  const done = work.catch((error: unknown) => failures.push(error)).finally(() => under.delete(done));
  under.add(done);
};
const began = performance.now();
const due = () => Math.floor(((performance.now() - began) / 1000) * perSecond);
// late timers catch up on all due writes
const writer = setInterval(() => {
  while (written < due()) write(written++);
}, 5);
const stop = async () => {
  clearInterval(writer);
  await Promise.all(under);
};
afterAll(stop);

type AnyList = typeof devices.list | typeof activity.list | typeof profiles.list;

/** Every page of a query, and how often each row appeared. At least one write happens between two pages. */
async function times(list: AnyList, query: Record<string, string>) {
  const seen = new Map<string, number>();
  let next: string | undefined;
  let pages = 0;
  while (pages === 0 || next) {
    const before = written;
    await vi.waitUntil(() => written > before, { interval: 1, timeout: 20_000 });
    const reply = await admin.call(list, { query: { ...query, page: String(++pages), ...(next && { cursor: next }) } });
    for (const { id } of reply.data) seen.set(id, (seen.get(id) ?? 0) + 1);
    next = reply.next;
  }
  return { seen, pages };
}

test.each([
  ['devices by name', devices.list, { sort: 'name:asc' }, lasting],
  ['devices by last report', devices.list, { sort: 'state_updated_at:desc' }, lasting],
  ['profiles by name', profiles.list, { sort: 'name:asc' }, people],
  ['profiles, the latest first', profiles.list, { sort: 'last_activity:desc' }, people],
  ['events, newest first', activity.list, {}, eventIds],
  ['events found by a name', activity.list, { search: 'pod' }, eventIds],
  ['events of a kind, oldest first', activity.list, { event: 'ASSET_CHANGE', sort: 'event_time:asc' }, eventIds],
] as const)('an export: %s, each row exactly once', { timeout: 60_000 }, async (_name, list, query, throughout) => {
  const { seen, pages } = await times(list, { ...query, results_per_page: String(limits.exportPageSize) });
  expect(pages).toBeGreaterThan(1);
  expect(throughout.filter((id) => seen.get(id) !== 1)).toEqual([]);
});

/** The rows that a scroll by name guarantees: a renamed row changes its position. */
const unmoved = (ids: readonly string[]) => ids.filter((_, i) => i % 10 !== 0);

test.each([
  ['devices by name', devices.list, { sort: 'name:asc' }, unmoved(lasting)],
  ['devices by serial number, backwards', devices.list, { sort: 'serial_number:desc' }, lasting],
  ['profiles by name', profiles.list, { sort: 'name:desc' }, unmoved(people)],
  ['events, newest first', activity.list, {}, eventIds],
] as const)(
  'a scroll, page by page as in the portal: %s, each unmoved row once',
  { timeout: 60_000 },
  async (...row) => {
    const [, list, query, throughout] = row;
    const { seen, pages } = await times(list, { ...query, results_per_page: String(limits.pageSize) });
    expect(pages).toBeGreaterThanOrEqual(throughout.length / limits.pageSize);
    expect(throughout.filter((id) => seen.get(id) !== 1)).toEqual([]);
  },
);

test('the writer made fifty writes per second', async () => {
  const wanted = due();
  expect(wanted).toBeGreaterThan(perSecond);
  await vi.waitUntil(() => written >= wanted, { interval: 5, timeout: 20_000 });
  await stop();
  expect(failures).toEqual([]);
});

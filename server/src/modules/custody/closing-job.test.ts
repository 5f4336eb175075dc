// Closing checks of concurrent processes, and of several tenants.
import { beforeEach, expect, test } from 'vitest';
import { type Db, inTenant } from '#db/tenant.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { closingChecks } from './closing-job.ts';
import { checkClosings } from './closing.ts';

const portal = await openPortal();
const owner = portal.database.system;
const outbox = openOutbox(portal);
const minuteMs = 60_000;

/** Sets the hours of each tenant, whose locations have no hours of their own. */
const setHours = (opensAt: string, closesAt: string) =>
  owner.query('update tenant set config = config || $1::jsonb', [
    JSON.stringify({
      opensAt,
      closesAt,
      closingDelayMinutes: 15,
      closingAlertTo: 'manager, clerk',
      closingEscalateTo: 'admin',
      closingEscalationMinutes: 30,
    }),
  ]);
async function mails() {
  await outbox.work();
  return outbox.messages
    .splice(0)
    .map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`)
    .toSorted();
}

beforeEach(() => owner.query('delete from closing_check'));

test('a check that one process escalates while another clears it is cleared for the escalation’s recipients too', async () => {
  await setHours('09:00', '20:00');
  const check = (db: Db, minutes: number) =>
    checkClosings(db, portal.vault, new Date(Date.parse('2026-11-23T20:00Z') + minutes * minuteMs));
  await owner.query(
    `insert into key_custody (tenant_id, device_id, checked_out_at)
     select tenant_id, id, now() from device where tenant_id = $1 and serial_number = $2`,
    [tenants.demo, serials.northKey],
  );
  await portal.inTenant('demo', (db) => check(db, 15));
  expect(await mails()).toHaveLength(2);
  const [escalated, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const escalating = inTenant(owner, tenants.demo, async (db) => {
    await check(db, 45);
    escalated.resolve();
    await committing.promise;
  });
  await Promise.race([escalated.promise, escalating]);
  await owner.query('delete from key_custody');
  const clearing = portal.inTenant('demo', (db) => check(db, 46));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
  committing.resolve();
  await Promise.all([escalating, clearing]);
  const cleared = `Northgate Retail: ${north}: all in order`;
  expect(await mails()).toEqual([
    `admin: ${cleared}`,
    expect.stringContaining('admin: Northgate Retail: North: still not in order'),
    `clerk: ${cleared}`,
    `manager: ${cleared}`,
  ]);
});

test.each([
  ['demo', 'harbor'],
  ['harbor', 'demo'],
] as const)('failed checks of one tenant (%s) do not stop those of another (%s)', async (failing, other) => {
  const clockIn = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString().slice(11, 16);
  await setHours(clockIn(60), clockIn(-30));
  await owner.query(
    `alter table closing_check add constraint broken check (tenant_id <> '${tenants[failing]}') not valid`,
  );
  try {
    await expect(closingChecks.run(undefined, outbox.context)).rejects.toThrow('failed for 1 of 2 tenants');
  } finally {
    await owner.query('alter table closing_check drop constraint broken');
  }
  const { rows } = await owner.query('select distinct tenant_id from closing_check');
  expect(rows).toEqual([{ tenant_id: tenants[other] }]);
});

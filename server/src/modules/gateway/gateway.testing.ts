// Shared by the gateway's tests: a portal with a token for each of its controllers.
import { devices } from '@keyward/contract/devices';
import { gateway, type Report } from '@keyward/contract/gateway';
import { rows } from '#db/tenant.ts';
import { serials } from '#testing/people.ts';
import { openPortal, type Caller, type Portal } from '#testing/portal.ts';
import { issueToken as issue } from '#testing/tokens.ts';

/** Issues a token for the OKM with this serial number. */
export async function issueToken(as: Caller, serial: string) {
  const { data } = await as.call(devices.list, { query: { serial_number: serial } });
  const deviceId = data[0]?.id ?? '';
  return { deviceId, ...(await issue(as, deviceId)) };
}

export const sendReports = (as: Caller, ...reports: Report[]) => as.call(gateway.reports, { body: { reports } });
let number = 0;
export const unlock = (more: Partial<NonNullable<Report['events']>[0]> = {}) => ({
  id: `n${++number}`,
  type: 'LOCK_UNLOCK' as const,
  time: new Date().toISOString(),
  agent: 'CLERK',
  result: 'success' as const,
  ...more,
});
export const unlocks = (n: number) => Array.from({ length: n }, () => unlock());

type Stored = { state: Record<string, unknown>; state_times: Record<string, string>; security_status: string | null };
const stored = (portal: Portal) => (serial: string) =>
  portal.inTenant('demo', async (db) => {
    const [device] = await rows<Stored & { state_updated_at: string | null; version: number }>(
      db,
      `select state, state_times, security_status, state_updated_at, version from device
       where tenant_id = $1 and serial_number = $2`,
      [db.tenantId, serial],
    );
    if (!device) throw new Error('no such device');
    return device;
  });
const eventsOf = (portal: Portal) => (serial: string) =>
  portal.inTenant('demo', (db) =>
    rows<{ body: string; location_set_id: string }>(
      db,
      `select e.body, e.location_set_id from event e join device d on d.tenant_id = $1 and d.id = e.entity_id
       where e.tenant_id = $1 and d.serial_number = $2 order by e.event_time`,
      [db.tenantId, serial],
    ),
  );
/** Asserts that every counter equals the counted rows. */
const tallies =
  (portal: Portal) =>
  (tenant: 'demo' | 'harbor' = 'demo') =>
    portal.inTenant(tenant, async (db) => {
      const [row] = await rows<{ total: string; wrong: number }>(
        db,
        `select (select count(*) from event where tenant_id = $1)::int as total,
        (select count(*)::int from (
          (select event, location_set_id, count(*) from event where tenant_id = $1 group by 1, 2
           except select event, location_set_id, n from event_total where tenant_id = $1)
          union all
          (select event, location_set_id, n from event_total where tenant_id = $1
           except select event, location_set_id, count(*) from event where tenant_id = $1 group by 1, 2)
          union all
          (select 'all', null::uuid, count(*) from event where tenant_id = $1
           except select 'all', null::uuid, sum(n) from event_count where tenant_id = $1)
          union all
          (select event || (event_time at time zone 'UTC')::date, location_set_id, count(*) from event
             where tenant_id = $1 group by 1, 2
           except select event || day, location_set_id, n from event_day where tenant_id = $1)) as x) as wrong`,
        [db.tenantId],
      );
      return { total: Number(row?.total), wrong: row?.wrong };
    });
const custody = (portal: Portal) => () =>
  portal.inTenant('demo', (db) =>
    rows<{ username: string | null; checked_out_at: string }>(
      db,
      `select p.username, k.checked_out_at from key_custody k left join profile p on p.tenant_id = $1 and p.id = k.profile_id
       where k.tenant_id = $1`,
      [db.tenantId],
    ),
  );

/** `connections` is the size of the server's pool. */
export async function openGateway(options: { connections?: number } = {}) {
  const portal = await openPortal(options);
  const harborToken = (await issueToken(portal.as.harborAdmin, serials.northOkm)).token;
  return {
    portal,
    north: portal.controller((await issueToken(portal.as.admin, serials.northOkm)).token),
    south: portal.controller((await issueToken(portal.as.admin, serials.southOkm)).token),
    harbor: portal.controller(harborToken, 'harbor.localhost'),
    harborToken,
    stored: stored(portal),
    eventsOf: eventsOf(portal),
    tallies: tallies(portal),
    custody: custody(portal),
  };
}

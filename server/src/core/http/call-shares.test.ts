// One tenant’s slow calls leave connections to all others, and to its own controllers.
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { passwords } from '@keyward/contract/password';
import { profiles } from '@keyward/contract/profiles';
import { expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal({ connections: 8 });
const { admin, harborAdmin, anonymous } = portal.as;
const owner = portal.database.system;
const { data: okms } = await admin.call(devices.list, { query: { serial_number: serials.northOkm } });
const token = await issueToken(admin, okms[0]?.id ?? '');
const controller = portal.controller(token.token);
const clerk = (await admin.call(profiles.list, { query: { username: 'clerk' } })).data[0];
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Holds 30 calls of the tenant at a lock while `work` runs. Returns their answers. */
async function besideSlowCalls(work: () => Promise<void>) {
  const lock = await owner.connect();
  try {
    await lock.query('begin');
    await lock.query('select from profile where tenant_id = $1 and id = $2 for update', [tenants.demo, clerk?.id]);
    const change = { params: { id: clerk?.id ?? '' }, body: { name: 'Slow' } };
    const slow = Array.from({ length: 30 }, () => admin.request(profiles.update, change));
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBeGreaterThanOrEqual(4);
    await work();
    await lock.query('rollback');
    return await Promise.all(slow);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
}

test('30 slow calls of a tenant leave connections for another tenant and for controllers', async () => {
  const answers = await besideSlowCalls(async () => {
    expect((await harborAdmin.request(devices.list, {})).status).toBe(200);
    expect((await harborAdmin.request(profiles.list, {})).status).toBe(200);
    const report = { serial: serials.northOkm, reportedAt: new Date().toISOString(), state: { temperature: 20 } };
    expect((await controller.request(gateway.reports, { body: { reports: [report] } })).status).toBe(200);
    // half of the connections
    expect((await owner.query(waiting)).rowCount).toBe(4);
  });
  const served = answers.filter(({ status }) => status === 200);
  expect(served.length).toBeGreaterThanOrEqual(4);
  for (const { status } of answers) expect([200, 503]).toContain(status);
});

test('further calls of the tenant are refused after a second, and served once the slow ones end', async () => {
  await besideSlowCalls(async () => {
    const began = performance.now();
    const answers = await Promise.all([
      admin.request(devices.list, {}),
      admin.request(profiles.get, { params: { id: clerk?.id ?? '' } }),
      anonymous.request(passwords.verifyToken, { body: { token: 'none' } }),
    ]);
    expect(performance.now() - began).toBeGreaterThan(900);
    for (const { status, body, headers } of answers) {
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(body).toMatchObject({ errors: [{ code: 'unavailable' }] });
    }
  });
  expect((await admin.request(devices.list, {})).status).toBe(200);
});

test('a call that fails gives its place back', async () => {
  for (let n = 0; n < 12; n++) expect((await admin.raw('GET', '/api/v1/devices/none')).status).toBeLessThan(500);
  const lost = { params: { id: '00000000-0000-4000-8000-000000000000' } };
  for (let n = 0; n < 12; n++) expect((await admin.request(devices.get, lost)).status).toBe(404);
  expect((await admin.request(devices.list, {})).status).toBe(200);
});

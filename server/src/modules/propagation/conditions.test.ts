import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { expect, test } from 'vitest';
import { settle } from '#testing/controllers.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { issueToken } from '#testing/tokens.ts';
import { openPropagation } from './propagation.testing.ts';

const { portal, admin, owner, okms, person, deviceOf, ofDevice } = await openPropagation();

test('an OKM is in sync, behind since a time, drifting, or refusing with its reason', async () => {
  const { id, held } = okms[north];
  await settle(portal);
  await held.fetch('all');
  await held.confirm();
  expect(await ofDevice(id)).toMatchObject({ condition: 'inSync', behind: 0, since: null, late: false });
  expect(await ofDevice(await deviceOf(serials.northPadlock))).toMatchObject({ id, condition: 'inSync' });
  const { version, digest } = held;
  await person(north);
  await settle(portal);
  const behind = await ofDevice(id);
  expect(behind).toMatchObject({ condition: 'behind', behind: 1, late: false });
  await owner.query(`update controller_version set at = now() - interval '1 hour' where controller_id = $1`, [id]);
  expect(await ofDevice(id)).toMatchObject({ condition: 'behind', late: true });
  const waiting = async () =>
    (await admin.call(devices.list, { query: { custom_view: 'Waiting for OKMs' } })).data.map((one) => one.id);
  expect(await waiting()).toContain(id);
  await held.fetch();
  await held.confirm({ refused: 'list full' });
  expect(await ofDevice(id)).toMatchObject({ condition: 'refused', reason: 'list full' });
  await held.confirm();
  expect(await ofDevice(id)).toMatchObject({ condition: 'inSync', late: false });
  expect(await waiting()).not.toContain(id);

  // all versions are an hour old, and were confirmed until now
  const found = new Date().toISOString();
  await held.confirm({ digest: 'b'.repeat(64) });
  const drift = await ofDevice(id);
  expect(drift).toMatchObject({ condition: 'drift', late: false });
  expect((drift?.since ?? '') >= found).toBe(true);
  await owner.query(`update controller_state set set_back_at = now() - interval '50 minutes' where device_id = $1`, [
    id,
  ]);
  await held.confirm({ digest: 'c'.repeat(64) });
  expect(await ofDevice(id)).toMatchObject({ condition: 'drift', late: true });
  await held.confirm();
  await held.confirm({ version, digest });
  const older = await ofDevice(id);
  expect(older).toMatchObject({ condition: 'behind', behind: 1, late: false });
  expect((older?.since ?? '') > (drift?.since ?? '')).toBe(true);
  await held.confirm();
  expect(await ofDevice(id)).toMatchObject({ condition: 'inSync', since: null, late: false });
  expect(await ofDevice(await deviceOf(serials.nowhere))).toBeNull();
});

test('each call of an OKM counts as contact, even while it only polls', async () => {
  const { id, held } = okms[north];
  await settle(portal);
  await held.fetch();
  await held.confirm();
  const silentFor = async (seconds: number) => {
    const ago = `now() - make_interval(secs => $2)`;
    await owner.query(`update controller_state set heard_at = ${ago} where device_id = $1`, [id, seconds]);
    await owner.query(`update controller_token set last_used_at = ${ago} where device_id = $1`, [id, seconds]);
  };
  await silentFor(1200);
  expect(await ofDevice(id)).toMatchObject({ condition: 'unheard', late: true });
  await held.caller.call(gateway.changes);
  expect(await ofDevice(id)).toMatchObject({ condition: 'inSync', since: null, late: false });
  // calls within a minute of a stored one are not stored
  await owner.query(`update tenant set config = config || '{"offlineOkmMinutes": 1}' where id = $1`, [tenants.demo]);
  await silentFor(85);
  expect(await ofDevice(id)).toMatchObject({ condition: 'inSync' });
  await silentFor(125);
  expect(await ofDevice(id)).toMatchObject({ condition: 'unheard' });
  await owner.query(`update tenant set config = config - 'offlineOkmMinutes' where id = $1`, [tenants.demo]);
});

test('neither a token that was never used nor a revoked one counts as contact', async () => {
  const { id, held } = okms[south];
  const params = { id };
  await settle(portal);
  await held.fetch('all');
  await held.confirm();
  await owner.query(`update controller_state set heard_at = now() - interval '20 minutes' where device_id = $1`, [id]);
  await owner.query(`update device set state_updated_at = null where id = $1`, [id]);
  expect(await ofDevice(id)).toMatchObject({ condition: 'inSync' });
  const tokens = (await admin.call(devices.tokens, { params })).data;
  for (const { id: tokenId } of tokens) await admin.call(devices.revokeToken, { params: { id, tokenId } });
  expect(await ofDevice(id)).toMatchObject({ condition: 'unheard', late: true });
  await issueToken(admin, params.id);
  expect(await ofDevice(id)).toMatchObject({ condition: 'unheard', late: true });
});

test('changes that an OKM had not confirmed before it was set back have waited since they were made', async () => {
  const { id, held } = okms[north];
  await settle(portal);
  await held.fetch('all');
  await held.confirm();
  const { version, digest } = held;
  await person(north);
  await settle(portal);
  await held.fetch();
  await held.confirm();
  await person(north);
  await settle(portal);
  await owner.query(`update controller_version set at = now() - interval '1 hour' where controller_id = $1`, [id]);
  await owner.query(`update controller_state set set_back_at = null where device_id = $1`, [id]);
  const before = await ofDevice(id);
  expect(before).toMatchObject({ condition: 'behind', behind: 1, late: true });
  await held.confirm({ version, digest });
  expect(await ofDevice(id)).toMatchObject({ condition: 'behind', behind: 2, late: true, since: before?.since });
  await held.confirm({ digest: 'b'.repeat(64) });
  expect(await ofDevice(id)).toMatchObject({ condition: 'drift', late: true, since: before?.since });
});

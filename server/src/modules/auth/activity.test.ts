import { auth } from '@keyward/contract/auth';
import { expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { system } = portal.database;

const idleFor = (minutes: number) =>
  system.query(`update session set last_active_at = now() - make_interval(mins => $2) where tenant_id = $1`, [
    tenants.demo,
    minutes,
  ]);
const check = (headers: Record<string, string>) =>
  portal.as.clerk.raw('GET', auth.sessionCheck.path, undefined, headers);

test('a session check extends a session only when it reports user activity', async () => {
  await idleFor(10);
  expect((await check({})).body).toEqual({ isAuthenticated: true });
  await system.query(`update session set last_active_at = last_active_at - interval '10 min' where tenant_id = $1`, [
    tenants.demo,
  ]);
  expect((await check({})).body).toEqual({ isAuthenticated: false });
  await idleFor(10);
  expect((await check({ 'keyward-activity': '1' })).body).toEqual({ isAuthenticated: true });
  await system.query(`update session set last_active_at = last_active_at - interval '10 min' where tenant_id = $1`, [
    tenants.demo,
  ]);
  expect((await check({})).body).toEqual({ isAuthenticated: true });
});

test('activity does not revive an ended session', async () => {
  await idleFor(17);
  expect((await check({ 'keyward-activity': '1' })).body).toEqual({ isAuthenticated: false });
});

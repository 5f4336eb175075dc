// An account that is bound to another profile while its sign-in waits for the first one.
import { expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { openSso } from '#testing/sso.ts';

const portal = await openPortal();
const sso = await openSso(portal);
const { system } = portal.database;
await sso.configure();

const waiting = async () =>
  (await system.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .rowCount;
const sessionsOf = async (username: string) =>
  (
    await system.query(
      `select from session s join profile p on p.tenant_id = s.tenant_id and p.id = s.profile_id
       where p.tenant_id = $1 and p.username = $2`,
      [tenants.demo, username],
    )
  ).rowCount;

test('a sign-in that waited for a profile is refused when the account has since been bound to another one', async () => {
  expect((await sso.signIn('subject-of-clerk')).status).toBe(200);
  const before = { clerk: await sessionsOf('clerk'), manager: await sessionsOf('manager') };

  const { cookie, url } = await sso.begin();
  const back = await sso.visit(url, 'subject-of-clerk');
  const holder = await system.connect();
  await holder.query('begin');
  await holder.query(`select from profile where tenant_id = $1 and username = 'clerk' for update`, [tenants.demo]);
  const finishing = sso.finish(cookie, back);
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1);

  // the operator unbinds the account, and its next sign-in names another profile
  await system.query('delete from federated_identity where tenant_id = $1', [tenants.demo]);
  sso.alter((claims) => ({ ...claims, preferred_username: 'manager' }));
  expect((await sso.signIn('subject-of-clerk')).status).toBe(200);
  await holder.query('commit');
  holder.release();

  const answer = await finishing;
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('ssoIdentity003')]);
  expect({ clerk: await sessionsOf('clerk'), manager: await sessionsOf('manager') }).toEqual({
    ...before,
    manager: (before.manager ?? 0) + 1,
  });
});

import { devices } from '@keyward/contract/devices';
import { profiles } from '@keyward/contract/profiles';
import { beforeEach, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { exchangesOf } from '#testing/exchanges.ts';
import { tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';
import { openProxied } from '#testing/sign-in.ts';

const portal = await openPortal();
const owner = portal.database.system;
const { callerOf, signIn } = await openProxied(portal);
const change = (text: string, values: unknown[] = [tenants.demo]) => owner.query(text, values);
const clerk = `(select id from profile where tenant_id = $1 and username = 'clerk')`;

let who: Caller;
beforeEach(async () => {
  who = callerOf(await signIn('clerk', demoPassword));
  await who.call(devices.list, {});
});

const exchangeOf = (request: () => Promise<unknown>) =>
  exchangesOf(portal, { caller: /from session s/, list: /resource = 'device'/ }, request);

test('sends the query of a list together with the one that finds the caller', async () => {
  expect(await exchangeOf(() => who.call(devices.list, {}))).toEqual([
    'caller sent',
    'list sent',
    'caller answered',
    'list answered',
  ]);
});

test('waits for the caller at a session’s first request, and after any change of the caller', async () => {
  const inTurn = ['caller sent', 'caller answered', 'list sent', 'list answered'];
  const first = callerOf(await signIn('clerk', demoPassword));
  expect(await exchangeOf(() => first.call(devices.list, {}))).toEqual(inTurn);
  await change(`update profile set name = name || '!' where tenant_id = $1 and username = 'clerk'`);
  const steps = await exchangeOf(() => who.call(devices.list, {}));
  // the list read ahead is dropped, and its answer may come at any time
  const again = ['caller sent', 'list sent', 'caller answered', 'caller sent', 'caller answered', 'list sent'];
  expect(steps.filter((step) => step !== 'list answered')).toEqual(again);
  expect(steps.filter((step) => step === 'list answered')).toHaveLength(2);
});

test('shows nothing that was read under locations or rights that have ended', async () => {
  const before = await who.call(devices.list, {});
  expect(before.total_results).toBeGreaterThan(0);
  const { rows } = await change(
    `delete from profile_tag where tenant_id = $1 and profile_id = ${clerk} returning tag_definition_id, value_id`,
  );
  expect(await who.call(devices.list, {})).toMatchObject({ data: [], total_results: 0 });
  for (const { tag_definition_id: tag, value_id: value } of rows as Record<string, string>[]) {
    await change(
      `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, ${clerk}, $2, $3)`,
      [tenants.demo, tag, value],
    );
  }
  const roles = await change(
    `delete from profile_role where tenant_id = $1 and profile_id = ${clerk} returning role_id`,
  );
  expect(await who.refused(devices.list, {})).toMatchObject({ status: 403 });
  for (const { role_id: role } of roles.rows as Record<string, string>[]) {
    await change(`insert into profile_role (tenant_id, profile_id, role_id) values ($1, ${clerk}, $2)`, [
      tenants.demo,
      role,
    ]);
  }
  expect((await who.call(devices.list, {})).total_results).toBe(before.total_results);
  await change(`delete from session where tenant_id = $1 and profile_id = ${clerk}`);
  expect(await who.refused(devices.list, {})).toMatchObject({ status: 401, code: 'sessionExpired' });
});

test('refuses the caller before the query, whatever was read ahead', async () => {
  const wrong = { query: { no_such_column: '1' } };
  expect(await who.refused(devices.list, wrong)).toMatchObject({ status: 400, code: 'unknownColumn' });
  await change(`update profile set disabled = true where tenant_id = $1 and username = 'clerk'`);
  expect(await who.refused(devices.list, wrong)).toMatchObject({ status: 401 });
  await change(`update profile set disabled = false where tenant_id = $1 and username = 'clerk'`);
});

test('counts the call as activity of the session', async () => {
  await change(`update session set last_active_at = now() - interval '10 min' where tenant_id = $1`);
  const list = await who.call(devices.list, {});
  expect(list.total_results).toBeGreaterThan(0);
  const { rows } = await change(
    `select max(last_active_at) > now() - interval '1 min' as recent from session where tenant_id = $1 and profile_id = ${clerk}`,
  );
  expect(rows).toEqual([{ recent: true }]);
});

test('gives concurrent requests of one session and of others their own rows', async () => {
  const { admin } = portal.as;
  const [mine, all] = [await who.call(profiles.list, {}), await admin.call(profiles.list, {})];
  expect(mine.total_results).toBeLessThan(all.total_results);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => (i % 2 ? who : admin).call(profiles.list, {})),
  );
  expect(answers.map((answer) => answer.total_results)).toEqual(
    answers.map((_, i) => (i % 2 ? mine : all).total_results),
  );
});

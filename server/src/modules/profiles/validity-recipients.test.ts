// Recipients of mails about an end, and cases without one.
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { beforeEach, expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { north, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { dailyValidity } from './validity-job.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
const outbox = openOutbox(portal);

const { data: definitions } = await admin.call(groups.definitions, {});
const tags = [{ tagId: definitions.find((d) => d.is_location)?.id ?? '', values: [north] }];
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();
const add = async (name: string, username: string, more: object = {}) =>
  (await admin.call(profiles.create, { body: { name, username, tags, ...more } })).data.id;
const run = async () => {
  outbox.messages.length = 0;
  await dailyValidity.run(undefined, outbox.context);
  await outbox.work();
};
const mailsTo = (username: string) => outbox.messages.filter((mail) => mail.to === `${username}@demo.example`);
const suspend = (suspended: boolean) =>
  owner.query('update tenant set suspended_at = case when $2 then now() end where id = $1', [tenants.demo, suspended]);
const appoint = (username: string, on: boolean) =>
  owner.query(`update profile set is_keyward_admin = $3 where tenant_id = $1 and username = $2`, [
    tenants.demo,
    username,
    on,
  ]);

beforeEach(async () => {
  await owner.query('delete from validity_notice');
  await owner.query(`delete from profile where username like '%.%'`);
});

test('the end of an in-product administrator is announced only to such administrators', async () => {
  await add('Ines Appointed', 'ines.a', { valid_until: inDays(3) });
  await add('Nina North', 'nina.n', { valid_until: inDays(3) });
  await appoint('ines.a', true);
  await run();
  for (const username of ['admin', 'manager']) {
    expect(mailsTo(username)[0]?.text).toContain('Nina North');
    expect(mailsTo(username)[0]?.text).not.toContain('Ines Appointed');
  }
  await appoint('admin', true);
  await owner.query('delete from validity_notice');
  await run();
  await appoint('admin', false);
  expect(mailsTo('admin')[0]?.text).toContain('Ines Appointed');
  expect(mailsTo('manager')[0]?.text).not.toContain('Ines Appointed');
});

test('an end in a suspended tenant is announced only after the suspension', async () => {
  await add('Nina North', 'nina.n', { valid_until: inDays(3) });
  await suspend(true);
  await run();
  expect(outbox.messages).toEqual([]);
  await suspend(false);
  await run();
  expect(mailsTo('manager')[0]?.text).toContain('Nina North');
});

test('a validity ends on time in a suspended tenant, because no job is involved', async () => {
  const id = await add('Nina North', 'nina.n', { valid_until: inDays(3) });
  await suspend(true);
  await owner.query('update profile set valid_until = now() where id = $1', [id]);
  await run();
  const { rows } = await owner.query('select may_act(disabled, valid_from, valid_until) from profile where id = $1', [
    id,
  ]);
  await suspend(false);
  expect(rows).toEqual([{ may_act: false }]);
});

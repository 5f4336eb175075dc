import { activity } from '@keyward/contract/activity';
import { groups } from '@keyward/contract/groups';
import { locales } from '@keyward/contract/locales';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { dailyValidity } from './validity-job.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
const outbox = openOutbox(portal);

const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';
const at = (value: string) => [{ tagId: location, values: [value] }];
const roleIds = new Map((await admin.call(roles.list, {})).data.map((role) => [role.name, role.id]));
const roleId = (name: string) => roleIds.get(name) ?? '';

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();
let made = 0;
const add = async (name: string, more: object = {}) =>
  (await admin.call(profiles.create, { body: { name, username: `${name.split(' ')[0]}.${made++}`, ...more } })).data;
const get = async (id: string) => (await admin.call(profiles.get, { params: { id } })).data;
const run = async () => {
  await dailyValidity.run(undefined, outbox.context);
  await outbox.work();
};
const mailsTo = (username: string) => outbox.messages.filter((mail) => mail.to === `${username}@demo.example`);
const unusedSince = (id: string, days: number) =>
  owner.query(
    `update profile set created_at = now() - make_interval(days => $2), last_active_at = now() - make_interval(days => $2)
     where id = $1`,
    [id, days],
  );
const setRule = (days: number | null) =>
  owner.query(
    `update tenant set config = config || jsonb_build_object('endInactiveAfterDays', $2::int) where id = $1`,
    [tenants.demo, days],
  );
const idOfAdmin = async () =>
  (
    await owner.query<{ id: string }>(`select id from profile where tenant_id = $1 and username = 'admin'`, [
      tenants.demo,
    ])
  ).rows[0]?.id ?? '';
/** Number of these profiles that may act and never expire. */
const standing = async (ids: readonly string[]) =>
  (await owner.query('select from profile where id = any($1) and may_stay(disabled, valid_from, valid_until)', [ids]))
    .rowCount;
/** Makes the ends of notices a week earlier. */
const aWeekPasses = () => owner.query(`update validity_notice set ends_at = ends_at - interval '7 days 1 minute'`);

beforeEach(async () => {
  await owner.query('delete from validity_notice');
  await owner.query(`delete from profile where username like '%.%'`);
  outbox.messages.length = 0;
});
afterEach(() => setRule(null));

describe('the end of a validity', () => {
  test('is announced a week before, in one mail, to each who may edit those profiles, exactly once', async () => {
    const near = await add('Nina North', { tags: at(north), valid_until: inDays(3) });
    await add('Nils North', { tags: at(north), valid_until: inDays(6) });
    await add('Sue South', { tags: at(south), valid_until: inDays(5) });
    await add('Edda Editor', { tags: at(north), roles: [roleId('Editor')], valid_until: inDays(4) });
    await add('Late', { tags: at(north), valid_until: inDays(8) });
    await add('Past', { tags: at(north), valid_until: inDays(-1) });
    await run();
    const [forManager, ...more] = mailsTo('manager');
    expect(more).toEqual([]);
    expect(forManager?.subject).toBe('Northgate Retail: access ends within a week');
    const listed = (text = '') => [...text.matchAll(/^- (\w+ \w+) \(/gm)].map(([, name]) => name);
    // ordered by their ends, without profiles at other locations or with more permissions
    expect(listed(forManager?.text)).toEqual(['Nina North', 'Nils North']);
    expect(forManager?.html).toContain(`<li>Nina North (${near.username}): `);
    expect(forManager?.text).toMatch(/Nina North .*\(UTC\)/);
    expect(listed(mailsTo('admin')[0]?.text)).toEqual(['Nina North', 'Edda Editor', 'Sue South', 'Nils North']);
    // one has no location, the other no permission
    expect([mailsTo('homeless'), mailsTo('clerk')]).toEqual([[], []]);
    outbox.messages.length = 0;
    await run();
    expect(outbox.messages).toEqual([]);
    // another end is announced again
    await admin.call(profiles.update, { params: { id: near.id }, body: { valid_until: inDays(2) } });
    await Promise.all([dailyValidity.run(undefined, outbox.context), dailyValidity.run(undefined, outbox.context)]);
    await outbox.work();
    expect(mailsTo('manager').map(({ text }) => listed(text))).toEqual([['Nina North']]);
  });

  test('is in the zone of the profile’s only location, else in the organization’s', async () => {
    const zone = (name: string, value: string | null) =>
      owner.query(
        `insert into location_hours (tenant_id, value_id, time_zone)
         select v.tenant_id, v.id, $3 from tag_value v where v.tenant_id = $1 and v.name = $2
         on conflict (tenant_id, value_id) do update set time_zone = excluded.time_zone`,
        [tenants.demo, name, value],
      );
    await zone(north, 'Asia/Tokyo');
    await zone(south, 'America/New_York');
    const until = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000).toISOString();
    await add('Nina North', { tags: at(north), valid_until: until });
    await add('Sue South', { tags: at(south), valid_until: until });
    await add('Without Store', { valid_until: until });
    await run();
    const lines = mailsTo('admin')[0]?.text.split('\n') ?? [];
    const line = (name: string) => lines.find((one) => one.includes(name));
    const shown = (timeZone: string) =>
      `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(Date.parse(until))} (`;
    expect(line('Nina North')).toContain(`${shown('Asia/Tokyo')}Asia/Tokyo)`);
    expect(line('Nina North')).toContain('9:00');
    expect(line('Sue South')).toContain(`${shown('America/New_York')}America/New York)`);
    expect(line('Without Store')).toContain(`${shown('UTC')}UTC)`);
    await owner.query('delete from location_hours');
  });

  test('is announced in the language of each recipient, without markup from names', async () => {
    await add('<b>Bold</b> One', { username: 'bold.one', tags: at(north), valid_until: inDays(3) });
    const { rows } = await owner.query<{ id: string }>(
      `select id from profile where tenant_id = $1 and username = 'manager'`,
      [tenants.demo],
    );
    for (const locale of locales) {
      await owner.query('delete from validity_notice');
      await owner.query(
        `insert into setting (tenant_id, profile_id, name, value) values ($1, $2, 'Locale', to_jsonb($3::text))
         on conflict on constraint setting_unique do update set value = excluded.value`,
        [tenants.demo, rows[0]?.id, locale],
      );
      await run();
    }
    const mails = mailsTo('manager');
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(locales.length);
    for (const { html, text } of mails) {
      expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt; One');
      expect(`${html}${text}`).not.toMatch(/\{\w+\}/);
    }
    await owner.query(`delete from setting where profile_id = $1 and name = 'Locale'`, [rows[0]?.id]);
  });

  test('is rolled back with its mails when the run fails in the middle', async () => {
    await add('Nina North', { tags: at(north), valid_until: inDays(3) });
    await owner.query('alter table mail add constraint broken check (false) not valid');
    await expect(dailyValidity.run(undefined, outbox.context)).rejects.toThrow();
    await owner.query('alter table mail drop constraint broken');
    await run();
    expect(mailsTo('manager')).toHaveLength(1);
  });
});

describe('the rule that ends unused profiles', () => {
  test('is off by default', async () => {
    const { id } = await add('Old', { tags: at(north) });
    await unusedSince(id, 4000);
    await run();
    await aWeekPasses();
    await run();
    expect((await get(id)).valid_until).toBeNull();
    expect(outbox.messages).toEqual([]);
  });

  test('announces the end a week before to the person and the editors, then ends as the tenant, with one event', async () => {
    await setRule(60);
    const { id, email } = await add('Old Hand', { tags: at(north), email: 'old.hand@demo.example' });
    const { id: used } = await add('Used Lately', { tags: at(north) });
    await unusedSince(id, 61);
    await unusedSince(used, 40);
    await run();
    expect((await get(id)).valid_until).toBeNull();
    expect(mailsTo('manager')[0]?.text).toMatch(/- Old Hand \(.*not been used for 60 days/);
    expect(outbox.messages.filter((mail) => mail.to === email)).toHaveLength(1);
    outbox.messages.length = 0;
    await run();
    expect([outbox.messages, (await get(id)).valid_until]).toEqual([[], null]);
    await aWeekPasses();
    await run();
    expect(Math.abs(Date.parse((await get(id)).valid_until ?? '') - Date.now())).toBeLessThan(60_000);
    expect((await get(used)).valid_until).toBeNull();
    const { data } = await admin.call(activity.list, { query: { entity_id: id } });
    expect(data.filter(({ event }) => event !== 'ADD_USER')).toMatchObject([
      { event: 'MODIFY_USER', agent_domain: 'tenant', description: { agentName: 'Northgate Retail' } },
    ]);
    expect(JSON.parse(data.find(({ event }) => event === 'MODIFY_USER')?.rawDescription ?? '')).toMatchObject({
      rule: 'endInactiveAfterDays',
      days: 60,
    });
    await run();
    expect((await admin.call(activity.list, { query: { entity_id: id } })).total_results).toBe(2);
  });

  test('spares a profile that uses the portal or an OKM after the notice, or that an editor lets in again', async () => {
    await setRule(60);
    const { id } = await add('Back Again', { tags: at(north) });
    await unusedSince(id, 100);
    await run();
    await owner.query('update profile set last_active_at = now() where id = $1', [id]);
    await aWeekPasses();
    await run();
    expect((await get(id)).valid_until).toBeNull();
    // unused again, so announced again a week before
    await unusedSince(id, 100);
    await run();
    await aWeekPasses();
    await run();
    expect((await get(id)).valid_until).not.toBeNull();
    await admin.call(profiles.update, { params: { id }, body: { valid_until: null } });
    await run();
    expect((await get(id)).valid_until).toBeNull();
  });

  test('spares a profile that is used at the instant at which the rule ends it', async () => {
    await setRule(60);
    const { id } = await add('In Time', { tags: at(north) });
    await unusedSince(id, 100);
    await run();
    await aWeekPasses();
    const client = await owner.connect();
    try {
      await client.query('begin');
      await client.query('update profile set last_active_at = now() where id = $1', [id]);
      const ending = dailyValidity.run(undefined, outbox.context);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
      await client.query('commit');
      await ending;
    } finally {
      client.release();
    }
    expect((await get(id)).valid_until).toBeNull();
  });

  test('counts the beginning of the validity as a use, and ignores profiles that may not act anyway', async () => {
    await setRule(60);
    const begun = await add('Begun Lately', { tags: at(north), valid_from: inDays(-5) });
    const ahead = await add('Ahead', { tags: at(north), valid_from: inDays(5) });
    const ended = await add('Ended', { tags: at(north), valid_until: inDays(-5) });
    for (const { id } of [begun, ahead, ended]) await unusedSince(id, 400);
    await run();
    await aWeekPasses();
    await run();
    for (const { id, valid_until } of [begun, ahead, ended]) expect((await get(id)).valid_until).toBe(valid_until);
  });

  test('announces no end to the last holder of a locked role, and announces it each time there is another', async () => {
    await setRule(60);
    const subject = 'Your Northgate Retail access will end';
    const me = await idOfAdmin();
    const addAdmin = async (name: string) => {
      const { id } = await add(name, { roles: [roleId('Admin')] });
      // the call that added it counts as a use
      await unusedSince(me, 400);
      return id;
    };
    const subjects = () => mailsTo('admin').map((mail) => mail.subject);
    await unusedSince(me, 400);
    await run();
    expect(subjects()).toEqual([]);
    const second = await addAdmin('Second Admin');
    await run();
    expect(subjects()).toEqual([subject]);
    await owner.query('delete from profile where id = $1', [second]);
    await aWeekPasses();
    await run();
    expect(await standing([me])).toBe(1);
    outbox.messages.length = 0;
    await addAdmin('Third Admin');
    await run();
    expect([await standing([me]), subjects()]).toEqual([1, [subject]]);
    await owner.query('update profile set last_active_at = now() where id = $1', [me]);
  });

  test('never ends the last holder of a locked role', async () => {
    await setRule(60);
    const second = await add('Second Admin', { roles: [roleId('Admin')] });
    const me = await idOfAdmin();
    const ids = [me, second.id];
    for (const id of ids) await unusedSince(id, 400);
    await run();
    const notices = async () => (await owner.query('select from validity_notice')).rowCount;
    // the other profile would not be ended, so it gets no notice
    expect(await notices()).toBe(1);
    // it gets none a day later either
    await owner.query('delete from validity_notice');
    for (const days of [0, 400]) {
      await unusedSince(second.id, days);
      await run();
      expect(await notices()).toBe(1);
    }
    // reading the profiles would count as a use
    for (const id of ids) await unusedSince(id, 400);
    await aWeekPasses();
    await run();
    expect(await standing(ids)).toBe(1);
    await owner.query('update profile set valid_until = null, last_active_at = now() where id = any($1)', [ids]);
  });
});

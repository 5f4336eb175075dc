import { metrics } from '@keyward/contract/dashboard';
import { auth } from '@keyward/contract/auth';
import { limits } from '@keyward/contract/limits';
import { mergeSettings } from '@keyward/contract/merge-settings';
import { type Setting, settings } from '@keyward/contract/settings';
import { describe, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { Caller, openPortal } from '#testing/portal.ts';
import { people, type Person, tenants } from '#testing/people.ts';

const portal = await openPortal();
const { clerk, manager, admin, harborAdmin } = portal.as;
const locale = { name: 'Locale', category: 'UI', value: 'ja' } as const;

describe('own settings', () => {
  test('are created once, changed, and merged over the defaults', async () => {
    const { data: made } = await clerk.call(settings.create, { body: locale });
    expect(made).toMatchObject({ ...locale, client_data: null });
    expect(await clerk.refused(settings.create, { body: { ...locale, value: 'fr' } })).toMatchObject({
      status: 409,
      code: 'settingExists',
    });
    await clerk.call(settings.update, { params: { id: made.id ?? '' }, body: { value: 'ko-KR' } });
    const { data: mine } = await clerk.call(settings.mine);
    expect(mine).toEqual([{ ...made, value: 'ko-KR' }]);
    const { data: defaults } = await clerk.call(settings.defaults);
    const merged = mergeSettings(defaults, mine);
    expect(merged.filter((s) => s.name === 'Locale').map((s) => s.value)).toEqual(['ko-KR']);
    expect(merged.some((s) => s.name === 'Timezone')).toBe(true);
    expect((await manager.call(settings.mine)).data).toEqual([]);
  });

  test('accept only valid values of the setting', async () => {
    const wrong: [string, unknown][] = [
      ['Locale', 'de'],
      ['Locale', null],
      ['Timezone', 'Mars/Olympus'],
      ['Timezone', 'Europe/Kiev'],
      ['DashboardMetrics', 'all'],
      ['DashboardPictures', ['weather']],
      ['DashboardPictures', { 0: 'week' }],
      ['DashboardMetrics', [{ a: 'x'.repeat(17_000) }]],
      ['CustomView', []],
      ['CustomView', { pinned: 'Keys' }],
      ['CustomView', { hidden: [1] }],
      ['CustomView', { order: Array.from({ length: 101 }, (_, i) => `View ${i}`) }],
      ['StartPage', 'device'],
      ['StartPage', { resource: 'tag', view: 'Overview' }],
      ['StartPage', { resource: 'device', view: 'x'.repeat(65) }],
      ['StartPage', { resource: 'device' }],
      ['Appearance', 'blue'],
      ['Appearance', true],
      ['Density', 'tiny'],
      ['Shortcuts', 'off'],
    ];
    for (const [name, value] of wrong) {
      const answer = await manager.raw('POST', settings.create.path, { name, category: 'UI', value });
      expect([name, answer.status]).toEqual([name, 400]);
      // an oversized value is refused before the setting is looked up
      expect(answer.text).toContain(name === 'DashboardMetrics' && value !== 'all' ? 'invalidField' : 'invalidSetting');
    }
    for (const body of [
      { name: 'isKeywardAdmin', category: 'UI', value: true },
      { name: 'Locale', category: 'SYSTEM', value: 'en' },
      { name: 'Locale', category: 'UI' },
    ])
      expect((await manager.raw('POST', settings.create.path, body)).status).toBe(400);
    expect((await manager.call(settings.mine)).data).toEqual([]);
    for (const value of ['UTC', 'Europe/Kyiv', 'America/Argentina/Ushuaia']) {
      const { data } = await manager.call(settings.mine);
      const settingId = data.find((s) => s.name === 'Timezone')?.id;
      if (settingId) await manager.call(settings.update, { params: { id: settingId }, body: { value } });
      else await manager.call(settings.create, { body: { name: 'Timezone', category: 'UI', value } });
    }
  });

  test('the order of views is one setting for each list, the start page one for all', async () => {
    const { homeless } = portal.as;
    const order = { pinned: ['Locks'], order: ['Locks', 'OKMs'], hidden: ['Keys'] };
    for (const client_data of ['device', 'user']) {
      await homeless.call(settings.create, {
        body: { name: 'CustomView', category: 'UI', client_data, value: order },
      });
    }
    const start = { resource: 'device', view: 'Locks' };
    const { data } = await homeless.call(settings.create, {
      body: { name: 'StartPage', category: 'UI', value: start },
    });
    await homeless.call(settings.update, { params: { id: data.id ?? '' }, body: { value: null } });
    const stored = (await homeless.call(settings.mine)).data.map((s) => [s.name, s.client_data, s.value]);
    expect(stored).toEqual([
      ['CustomView', 'device', order],
      ['CustomView', 'user', order],
      ['StartPage', null, null],
    ]);
  });

  test('an unknown stored zone is returned as null, a renamed one by its new name', async () => {
    const { data: made } = await clerk.call(settings.create, {
      body: { name: 'Timezone', category: 'UI', value: 'Asia/Tokyo' },
    });
    const stored = async (zone: string) => {
      await portal.database.system.query('update setting set value = to_jsonb($2::text) where id = $1', [
        made.id,
        zone,
      ]);
      return (await clerk.call(settings.mine)).data.find((s) => s.name === 'Timezone')?.value;
    };
    expect(await stored('US/Pacific')).toBeNull();
    expect(await stored('Mars/Olympus')).toBeNull();
    expect(await stored('Asia/Calcutta')).toBe('Asia/Kolkata');
    expect(await stored('Asia/Tokyo')).toBe('Asia/Tokyo');
  });

  test('of another profile, the tenant or another tenant do not exist', async () => {
    const { data: mine } = await admin.call(settings.create, { body: locale });
    const { data: defaults } = await admin.call(settings.defaults);
    const body = { value: 'en' };
    for (const id of [mine.id, defaults.find((s) => s.name === 'Locale')?.id]) {
      for (const who of [manager, harborAdmin]) {
        const answer = await who.refused(settings.update, { params: { id: id ?? '' }, body });
        expect(answer).toMatchObject({ status: 404, code: 'notFound' });
      }
    }
  });

  test('one’s own DashboardMetrics grant no access', async () => {
    const { nobody } = portal.as;
    await nobody.call(settings.create, {
      body: { name: 'DashboardMetrics', category: 'UI', value: [{ id: 'OkmsOffline' }] },
    });
    const { data } = await nobody.call(auth.me);
    expect(data.roles).toEqual([]);
    const answer = await nobody.refused(metrics.summary, { params: { report: 'OkmsOffline' } });
    expect(answer).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('only one of ten concurrent creates succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => portal.as.editor.request(settings.create, { body: locale })),
    );
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 409)).toHaveLength(9);
  });

  test('are limited to 50 a person, even when they are created at the same time', async () => {
    const { harborClerk } = portal.as;
    const create = (n: number) =>
      harborClerk.request(settings.create, {
        body: { name: 'CustomView', category: 'UI', client_data: `view ${n}`, value: {} },
      });
    const mine = async () => (await harborClerk.call(settings.mine)).data;
    for (let n = 0; n < limits.settings - 5; n++) expect((await create(n)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 15 }, (_, n) => create(100 + n)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const { status, body } of refused)
      expect([status, body]).toMatchObject([409, { errors: [{ code: 'settingLimit' }] }]);
    expect(await mine()).toHaveLength(limits.settings);
    // existing settings can be changed, and other profiles have their own limit
    const [first] = await mine();
    await harborClerk.call(settings.update, { params: { id: first?.id ?? '' }, body: { value: { pinned: [] } } });
    const { data } = await harborAdmin.call(settings.create, { body: locale });
    expect(data.value).toBe('ja');
  });

  test('merging distinguishes settings by client_data', () => {
    const one = (client_data: string | null, value: unknown): Setting => ({
      id: null,
      user_id: null,
      name: 'CustomView',
      category: 'UI',
      client_data,
      value,
    });
    expect(mergeSettings([one(null, 1), one('a', 2)], [one('a', 3), one('b', 4)]).map((s) => s.value)).toEqual([
      1, 3, 4,
    ]);
  });
});

describe('own sessions', () => {
  async function signIn(person: Person): Promise<Caller> {
    const { username, host } = people[person];
    const answer = await new Caller(portal.app, host, { 'user-agent': 'Phone' }).request(auth.login, {
      body: { username, password: demoPassword },
    });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return new Caller(portal.app, host, { cookie });
  }

  test('are listed with the current one marked, and can be ended one by one', async () => {
    const phone = await signIn('homeless');
    const { data } = await portal.as.homeless.call(settings.sessions);
    expect(data.map((s) => [s.user_agent, s.current])).toEqual([
      ['Phone', false],
      ['test', true],
    ]);
    const id = data[0]?.id ?? '';
    for (const who of [manager, harborAdmin])
      expect(await who.refused(settings.endSession, { params: { id } })).toMatchObject({ status: 404 });
    await portal.as.homeless.call(settings.endSession, { params: { id } });
    expect(await phone.refused(auth.me)).toMatchObject({ status: 401, code: 'sessionExpired' });
    expect((await portal.as.homeless.call(settings.sessions)).data).toHaveLength(1);
    expect(await portal.as.homeless.refused(settings.endSession, { params: { id } })).toMatchObject({ status: 404 });
  });

  test('expired ones are not listed', async () => {
    await signIn('homeless');
    await portal.database.system.query(
      `update session set last_active_at = now() - interval '17 min' where tenant_id = $1 and user_agent = 'Phone'`,
      [tenants.demo],
    );
    expect((await portal.as.homeless.call(settings.sessions)).data.map((s) => s.user_agent)).toEqual(['test']);
  });
});

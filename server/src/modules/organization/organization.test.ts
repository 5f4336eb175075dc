import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { organizations } from '@keyward/contract/organization';
import { settings } from '@keyward/contract/settings';
import { beforeEach, describe, expect, test } from 'vitest';
import { organizationSettingsOf } from '#core/organization/organization.ts';
import { rows } from '#db/tenant.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, editor, harborAdmin, anonymous } = portal.as;
const owner = portal.database.system;
await owner.query(`update profile set is_keyward_admin = true where username = 'admin'`);
const outbox = openOutbox(portal);
beforeEach(async () => {
  await owner.query('delete from organization');
  await owner.query(
    `update tenant set config = '{}', name = case slug when 'demo' then 'Northgate Retail' else 'Harbor Stores' end`,
  );
  await outbox.work();
  outbox.messages.length = 0;
});

const changesOf = async () => {
  const { data } = await admin.call(activity.list, { query: { event: 'MODIFY_TENANT' } });
  return data.map(({ description: { entityName, agentName, changes } }) => ({ entityName, agentName, changes }));
};
const update = (body: object, ifMatch?: number) =>
  admin.call(organizations.update, { body, ...(ifMatch === undefined ? {} : { ifMatch }) });

describe('the organization', () => {
  test('shows its name and the settings that its administrator may change', async () => {
    const { data } = await admin.call(organizations.get);
    expect(data).toEqual({
      id: tenants.demo,
      name: 'Northgate Retail',
      logo: null,
      version: 0,
      settings: {
        timeZone: 'UTC',
        opensAt: '09:00',
        closesAt: '20:00',
        autoLogoutTimeoutMins: 15,
        inactiveUserDays: 90,
        endInactiveAfterDays: null,
        ledgerNotices: true,
        mailedReportFiles: false,
        multipleOnekeyDays: 7,
        offlineOkmMinutes: 15,
        keyDueSoonMinutes: 60,
        closingDelayMinutes: 15,
        closingAlertTo: '',
        closingEscalateTo: '',
        closingEscalationMinutes: 30,
        offlineHours: 24,
        remoteUnlock: false,
        remoteUnlockSeconds: 60,
        unsecuredLockHours: 8,
        unauthorizedAttemptsDays: 7,
      },
    });
  });

  test('names the saved profile IDs that match no profile that may act', async () => {
    await owner.query(`update profile set disabled = true where tenant_id = $1 and username = 'editor'`, [
      tenants.demo,
    ]);
    const closingAlertTo = 'Manager, mangaer, editor';
    const { data } = await update({ settings: { closingAlertTo, closingEscalateTo: 'harbor.only, mangaer' } });
    await owner.query(`update profile set disabled = false where tenant_id = $1 and username = 'editor'`, [
      tenants.demo,
    ]);
    expect(data).toMatchObject({
      settings: { closingAlertTo },
      unknown_profiles: ['mangaer', 'editor', 'harbor.only'],
    });
    await update({ settings: { closingAlertTo: 'manager', closingEscalateTo: 'ADMIN' } });
    expect((await admin.call(organizations.get)).data).not.toHaveProperty('unknown_profiles');
  });

  test('accepts a new name and settings in one change, with one event', async () => {
    const before = (await changesOf()).length;
    const { data } = await update({
      name: ' Northgate Ltd ',
      settings: { timeZone: 'Asia/Tokyo', inactiveUserDays: 30 },
    });
    expect(data).toMatchObject({ name: 'Northgate Ltd', version: 1, settings: { timeZone: 'Asia/Tokyo' } });
    const events = await changesOf();
    expect(events).toHaveLength(before + 1);
    expect(events[0]).toEqual({
      entityName: 'Northgate Ltd',
      agentName: 'Ada Admin',
      changes: [
        { attribute: 'name', oldValue: 'Northgate Retail', newValue: 'Northgate Ltd' },
        { attribute: 'timeZone', oldValue: 'UTC', newValue: 'Asia/Tokyo' },
        { attribute: 'inactiveUserDays', oldValue: '90', newValue: '30' },
      ],
    });
    expect((await admin.call(auth.me)).data.customerName).toBe('Northgate Ltd');
    const { data: defaults } = await manager.call(settings.defaults);
    expect(defaults.find(({ name }) => name === 'Timezone')?.value).toBe('Asia/Tokyo');
    expect(await portal.inTenant('demo', organizationSettingsOf)).toMatchObject({
      inactiveUserDays: 30,
      csvUploadRecordsLimit: 1000,
    });
    expect((await harborAdmin.call(organizations.get)).data).toMatchObject({ name: 'Harbor Stores', version: 0 });
  });

  test('records nothing when nothing changes', async () => {
    const before = await changesOf();
    const { data } = await update({ name: 'Northgate Retail', settings: { inactiveUserDays: 90 } });
    expect(data.version).toBe(0);
    expect(await changesOf()).toEqual(before);
  });

  test('refuses a save of an older version, naming the author', async () => {
    await update({ settings: { inactiveUserDays: 30 } }, 0);
    const refused = await admin.refused(organizations.update, { body: { name: 'Other' }, ifMatch: 0 });
    expect(refused).toMatchObject({ status: 412, code: 'conflict', params: { by: 'Ada Admin' } });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => admin.request(organizations.update, { body: { name: `Name ${n}` }, ifMatch: 1 })),
    );
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
  });

  test.each([
    [{ name: '' }, 'name', 'required'],
    [{ name: 'x'.repeat(61) }, 'name', 'nameCannotExceedCharacters:60'],
    [{ name: 'two\nlines' }, 'name', 'invalidCharacters'],
    [{ settings: { inactiveUserDays: 3651 } }, 'settings.inactiveUserDays', 'outOfRange:1–3650'],
    [{ settings: { inactiveUserDays: '90' } }, 'settings.inactiveUserDays', 'outOfRange:1–3650'],
    [{ settings: { timeZone: 'Mars/Olympus' } }, 'settings.timeZone', 'invalid'],
    [{ settings: { opensAt: '9:00' } }, 'settings.opensAt', 'invalidTime'],
    [{ settings: { timeZone: 'x'.repeat(900_000) } }, 'settings.timeZone', 'invalid'],
  ])('refuses %#', async (body, field, reason) => {
    const { status, ...error } = await admin.refused(organizations.update, { body: body as object });
    expect({ status, field: error.constraint, reason: error.params?.['reason'] }).toEqual({
      status: 400,
      field,
      reason,
    });
  });

  test('ignores the operator’s settings and unknown ones', async () => {
    const { data } = await update({
      settings: { csvUploadRecordsLimit: 100_000, support_access: true, __proto__: null },
      slug: 'x',
    });
    expect(data.version).toBe(0);
    expect((await admin.call(settings.tenantConfig, { params: { name: 'csvUploadRecordsLimit' } })).data).toBe(1000);
  });

  test('is open only to the in-product administrator, whatever the roles', async () => {
    for (const caller of [manager, editor])
      for (const call of [organizations.get, organizations.update])
        expect(await caller.refused(call, { body: { name: 'Taken' } } as object)).toMatchObject({ status: 403 });
    expect(await anonymous.refused(organizations.get)).toMatchObject({ status: 401 });
    await owner.query(`update profile set is_keyward_admin = false where tenant_id = $1 and username = 'admin'`, [
      tenants.demo,
    ]);
    try {
      expect(await admin.refused(organizations.get)).toMatchObject({ status: 403 });
    } finally {
      await owner.query(`update profile set is_keyward_admin = true where username = 'admin'`);
    }
  });

  test('the database role of requests changes the name and settings of its own tenant, and no other column', async () => {
    const asApp = (text: string) => portal.inTenant('demo', (db) => rows(db, text, []));
    await asApp(`select change_organization('Changed', '{"inactiveUserDays": 5}')`);
    const { rows: stored } = await owner.query<{ slug: string; name: string; days: string | null }>(
      `select slug, name, config->>'inactiveUserDays' as days from tenant order by slug`,
    );
    expect(stored).toEqual([
      { slug: 'demo', name: 'Changed', days: '5' },
      { slug: 'harbor', name: 'Harbor Stores', days: null },
    ]);
    await expect(asApp(`update tenant set name = 'Taken'`)).rejects.toThrow('permission denied');
  });
});

describe('a setting that protects less', () => {
  const mails = async () => {
    await outbox.work();
    return outbox.messages.map(({ to, subject, text }) => ({ to, subject, text }));
  };

  test('is mailed to all who may edit roles, in the transaction of the change', async () => {
    await update({ settings: { autoLogoutTimeoutMins: 0, inactiveUserDays: 300 } });
    const sent = await mails();
    expect(sent.map(({ to }) => to)).toEqual(['admin@demo.example']);
    expect(sent[0]?.text).toContain(
      'Ada Admin has changed settings of Northgate Retail: “Minutes until sign-out”: 15 → No limit',
    );
    expect(sent[0]?.text).not.toContain('inactive');
  });

  test.each([
    ['fr', '«\u00a0Minutes avant déconnexion\u00a0»\u00a0: 15 → Sans limite\u00a0; «\u00a0E-mail aux personnes dont'],
    [
      'ja',
      '「自動サインアウトまでの分数」：15 → きまりなし、「PIN をほかの人が見たとき、本人に知らせるメール」：オン → オフ',
    ],
    [
      'ko',
      '‘자동 로그아웃까지의 시간(분)’: 15 → 제한 없음, ‘다른 사람이 PIN을 확인했을 때 본인에게 알림’: 켜짐 → 꺼짐',
    ],
  ])('is mailed with the punctuation of the language: %s', async (value, words) => {
    const { data: locale } = await admin.call(settings.create, { body: { name: 'Locale', category: 'UI', value } });
    await update({ settings: { autoLogoutTimeoutMins: 0, ledgerNotices: false } });
    expect((await mails())[0]?.text).toContain(words);
    await owner.query('delete from setting where id = $1', [locale.id]);
  });

  test('protecting more is not mailed, nor is a refused change', async () => {
    await update({ settings: { autoLogoutTimeoutMins: 5 } });
    await admin.refused(organizations.update, { body: { settings: { autoLogoutTimeoutMins: 60 } }, ifMatch: 0 });
    expect(await mails()).toEqual([]);
  });
});

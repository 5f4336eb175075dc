import { devices } from '@keyward/contract/devices';
import { auth } from '@keyward/contract/auth';
import type { ErrorCode } from '@keyward/contract/errors';
import { type Locale, locales } from '@keyward/contract/locales';
import { roles } from '@keyward/contract/roles';
import { settings } from '@keyward/contract/settings';
import { describe, expect, test } from 'vitest';
import { people, tenants } from '#testing/people.ts';
import { type Answer, openPortal } from '#testing/portal.ts';
import { errorBody, PortalError } from '#core/errors.ts';
import { acceptedLocale } from './locale.ts';

const statements: string[] = [];
const portal = await openPortal({ onQuery: (text) => void statements.push(text) });
const { clerk, admin, manager, anonymous, harborClerk, nobody } = portal.as;
const never = '00000000-0000-7000-8000-00000000dead';

/** The language of an error response, checked in its text and its header. */
function languageOf(answer: Answer, code: ErrorCode): Locale | undefined {
  const spoken = locales.find((locale) => {
    const wanted = errorBody(new PortalError(code), locale).errors[0]?.detail;
    return wanted !== undefined && answer.text.includes(JSON.stringify(wanted));
  });
  expect(answer.headers['content-language']).toBe(spoken);
  return spoken;
}
const lost = (who: typeof clerk, headers: Record<string, string> = {}) =>
  who.raw('GET', `/api/v1/devices/${never}`, undefined, headers);
const setDefault = (tenant: keyof typeof tenants, locale: Locale | null) =>
  portal.database.system.query(
    `update setting set value = to_jsonb($2::text) where tenant_id = $1 and profile_id is null and name = 'Locale'`,
    [tenants[tenant], locale ?? 'none'],
  );

describe('the language of a refusal', () => {
  test.each(['fr', 'ja-JP', 'ja', 'ko-KR', 'ko'] as const)('is the profile’s Locale setting: %s', async (value) => {
    const { data: mine } = await clerk.call(settings.mine);
    const settingId = mine.find(({ name }) => name === 'Locale')?.id;
    if (settingId) await clerk.call(settings.update, { params: { id: settingId }, body: { value } });
    else await clerk.call(settings.create, { body: { name: 'Locale', category: 'UI', value } });
    expect(languageOf(await lost(clerk, { 'accept-language': 'en' }), 'notFound')).toBe(value);
    // refused before the session is read
    const headers = { 'accept-language': 'en', 'content-type': 'text/plain' };
    expect(languageOf(await clerk.raw('POST', devices.create.path, 'x', headers), 'unsupportedMediaType')).toBe(value);
    expect(languageOf(await clerk.raw('GET', '/api/v1/nothing'), 'notFound')).toBe(value);
  });

  test('is the tenant’s default without a Locale setting, whatever the browser requests', async () => {
    expect(languageOf(await lost(manager, { 'accept-language': 'fr' }), 'notFound')).toBe('en');
    await setDefault('demo', 'ko-KR');
    expect(languageOf(await lost(manager, { 'accept-language': 'fr' }), 'notFound')).toBe('ko-KR');
    await setDefault('demo', null);
    expect(languageOf(await lost(manager, { 'accept-language': 'fr' }), 'notFound')).toBe('fr');
    expect(languageOf(await lost(manager), 'notFound')).toBe('en');
    await setDefault('demo', 'en');
  });

  test('follows Accept-Language without a session, else the tenant’s default, else is English', async () => {
    const login = { body: { username: 'x', password: 'y' } };
    const localeOf = (who: typeof clerk, language: string) =>
      who.raw('POST', auth.login.path, login.body, language ? { 'accept-language': language } : {});
    await setDefault('harbor', 'ja-JP');
    expect(languageOf(await localeOf(anonymous, 'de, fr-CA;q=0.8, en;q=0.5'), 'invalidCredentials')).toBe('fr');
    expect(languageOf(await localeOf(anonymous, 'de'), 'invalidCredentials')).toBe('en');
    expect(languageOf(await lost(anonymous), 'unauthorized')).toBe('en');
    const there = { host: people.harborAdmin.host };
    expect(languageOf(await lost(anonymous, { ...there, 'accept-language': 'fr' }), 'unauthorized')).toBe('fr');
    expect(languageOf(await lost(anonymous, { ...there, 'accept-language': 'de' }), 'unauthorized')).toBe('ja-JP');
    expect(languageOf(await lost(harborClerk, { 'accept-language': 'fr' }), 'notFound')).toBe('ja-JP');
    expect(languageOf(await portal.as.stranger.raw('GET', '/api/v1/me'), 'unknownHost')).toBe('en');
  });

  test('applies to the sentence about a field', async () => {
    const body = { name: 'x'.repeat(33), permissions: [] };
    const answer = await admin.raw('POST', roles.create.path, body, { 'accept-language': 'fr' });
    expect(answer.text).toContain('Name cannot be more than 32 characters');
    await setDefault('demo', 'fr');
    const { detail, params } = await admin.refused(roles.create, { body });
    expect([detail, params?.['reason']]).toEqual(['Le nom ne peut pas dépasser 32 caractères', 'roleNameTooLong']);
    await setDefault('demo', 'en');
  });

  test('hidden and missing records get identical responses', async () => {
    const [south] = (
      await portal.database.system.query<{ id: string }>(
        `select d.id from device d join tag_value v on v.id = d.location_value_id
         where d.tenant_id = $1 and v.name = 'South' limit 1`,
        [tenants.demo],
      )
    ).rows;
    const hidden = await clerk.raw('GET', `/api/v1/devices/${south?.id}`);
    const missing = await lost(clerk);
    expect([hidden.status, hidden.text]).toEqual([404, missing.text]);
    expect(languageOf(missing, 'notFound')).not.toBe('en');
  });
});

test('successful requests and refusals of signed-in profiles run no separate locale query', async () => {
  statements.length = 0;
  await manager.call(auth.me);
  const succeeding = statements.length;
  statements.length = 0;
  await nobody.raw('GET', devices.list.path);
  const refused = statements.length;
  statements.length = 0;
  await lost(anonymous, { 'accept-language': 'fr' });
  expect([refused <= succeeding, statements.length]).toEqual([true, 0]);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['*', undefined],
  ['de-DE, sv', undefined],
  ['fr', 'fr'],
  ['FR-ca', 'fr'],
  ['ja', 'ja-JP'],
  ['ko-Kore-KR;q=0.4, fr;q=0.3', 'ko-KR'],
  ['en;q=0.2, ja;q=0.9, fr;q=0.5', 'ja-JP'],
  ['fr;q=0, en', 'en'],
  ['fr;q=x, ko;q=1.2.3, de', 'fr'],
  [';;,,;q=1', undefined],
  [`${'x,'.repeat(5000)}fr`, undefined],
])('Accept-Language %j is %s', (header, wanted) => expect(acceptedLocale(header)).toBe(wanted));

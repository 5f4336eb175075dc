import { defaultLocale, type Locale } from '@keyward/contract/locales';
import { errors as en } from '@keyward/contract/texts/en/errors';
import { errors as ja } from '@keyward/contract/texts/ja/errors';
import { errors as ko } from '@keyward/contract/texts/ko/errors';
import { permissions as enPermissions } from '@keyward/contract/texts/en/permissions';
import { permissions as jaPermissions } from '@keyward/contract/texts/ja/permissions';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { refusalWords } from './errors.ts';

// the modules that make calls listen to user input
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
afterAll(async () => {
  vi.unstubAllGlobals();
  // the next test file shares the worker
  await i18next.changeLanguage(defaultLocale);
});

beforeAll(() =>
  i18next.init({
    lng: defaultLocale,
    ns: ['errors', 'permissions'],
    nsSeparator: '.',
    interpolation: { escapeValue: false },
    resources: {
      en: { errors: en, permissions: enPermissions },
      ja: { errors: ja, permissions: jaPermissions },
      ko: { errors: ko },
    },
  }),
);

async function wordsIn(locale: Locale, ...refusal: Parameters<typeof refusalWords>): Promise<string> {
  await i18next.changeLanguage(locale);
  return refusalWords(...refusal);
}

test('permissions are listed as the language lists names', async () => {
  const refusal = { code: 'cannotGrant', params: { permissions: '', ids: 'DEVICES,ROLES' } } as const;
  const { DEVICES, ROLES } = jaPermissions;
  expect(await wordsIn('en', refusal)).toContain(`${enPermissions.DEVICES}, ${enPermissions.ROLES}`);
  expect(await wordsIn('ja', refusal)).toContain(`${DEVICES}、${ROLES}`);
});

test('a conflict without a name says what happened', async () => {
  const refusal = { code: 'conflict', params: { by: '', at: '9:00' } } as const;
  expect(await wordsIn('en', refusal)).toBe('This was changed at 9:00. Reload and try again.');
  expect(await wordsIn('ko', refusal)).toBe('9:00에 변경됐어요. 다시 불러온 뒤 시도해 주세요.');
  const named = { ...refusal, params: { ...refusal.params, by: 'Mona' } };
  expect(await wordsIn('en', named)).toBe('Mona changed this at 9:00. Reload and try again.');
});

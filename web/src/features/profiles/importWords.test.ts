import { reasonOf } from '@keyward/contract/reason';
import { defaultLocale, locales } from '@keyward/contract/locales';
import { profileCreate } from '@keyward/contract/profiles';
import { errors } from '@keyward/contract/texts/en/errors';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { imports } from '#texts/en/imports.ts';
import { failureWords, issuesByLine, issueWords } from './importWords.ts';
import { UploadFailure } from './uploadFile.ts';

// the modules that make calls add listeners for user input
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
afterAll(async () => {
  vi.unstubAllGlobals();
  // the next test file shares this worker
  await i18next.changeLanguage(defaultLocale);
});

const judges = import.meta.glob<string>(
  [
    '../../../../server/src/modules/profiles/import-*.ts',
    '../../../../server/src/modules/profiles/holders.ts',
    '!../../../../server/src/modules/profiles/*.test.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

beforeAll(() =>
  i18next.init({
    lng: defaultLocale,
    ns: ['imports', 'errors'],
    nsSeparator: '.',
    resources: { [defaultLocale]: { imports, errors } },
  }),
);

const hasText = (code: string) => Object.hasOwn(imports, `userError${code.charAt(0).toUpperCase()}${code.slice(1)}`);

test('every problem that the server finds in a row has a text', () => {
  const source = Object.values(judges).join('\n');
  const found = [
    ...source.matchAll(
      /(?:(?:\.add\([^,()]+, |\brefuse\(\w+, |message: )[`']|\brefuse\([^;]*?,\s+\(\) => (?:new PortalError\(')?)(\w+)/g,
    ),
  ];
  const codes = [...new Set(found.map(([, code = '']) => code))];
  expect(codes).toEqual(
    expect.arrayContaining(['usernameTaken', 'unknownRole', 'lastHolder', 'lastRolesEditor', 'changedSince']),
  );
  expect(codes.filter((code) => !hasText(code))).toEqual([]);
});

test('every cell that a schema of a profile refuses has a text', () => {
  const { name, username, email, password, valid_from: from, valid_until: until } = profileCreate.shape;
  const cells: [z.ZodType, string[]][] = [
    [name, ['', 'a\nb', 'a\u200bb', 'x'.repeat(36), 'x'.repeat(1000)]],
    [username, ['', 'a b', 'a\u00adb', 'x'.repeat(61), 'all', '*', '=1', '+anna', '-1', '@a', 'a|b', 'a$b', 'a`b']],
    [email, ['anna', 'a\u200b@b.example', `${'x'.repeat(250)}@b.example`]],
    [password, ['short', 'Lone-\ud800-1', `Aa1!${'x'.repeat(1024)}`]],
    [from, ['1999-12-31T23:59:59.999Z', '+010000-01-01T04:59:00.000Z']],
    [until, ['2200-01-01T00:00:00.000Z', '2098-02-30T10:00:00.000Z']],
  ];
  const found = cells.flatMap(([schema, texts]) =>
    texts.map((cell) => {
      const { error } = schema.safeParse(cell);
      return { cell, code: error ? reasonOf(error.issues[0]?.message ?? '') : 'accepted' };
    }),
  );
  const codes = found.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['usernameChangedOnTheWay', 'invalidValidity', 'invalid']));
  expect(found.filter(({ code }) => !hasText(code))).toEqual([]);
});

test('a problem is shown with its field and its variable, which may contain colons', () => {
  expect(issueWords({ field: 'username', message: 'usernameTaken' })).toBe(
    'profile id: This profile ID is already linked to an account.',
  );
  expect(issueWords({ field: 'roles', message: 'unknownRole:Night: shift' })).toBe(
    'roles: There is no role Night: shift.',
  );
  expect(issueWords({ field: 'Department', message: 'tagRequired:Department' })).toBe(
    'Department: Department is required',
  );
});

test('a problem without a text is shown unchanged, with its field', () => {
  expect(issueWords({ field: 'email', message: 'Moon is full:tonight' })).toBe('email address: Moon is full:tonight');
  expect(issueWords({ field: '', message: 'Moon is full' })).toBe('Moon is full');
});

test('the problems of a line are joined into one text', () => {
  const errorsOfLine = [
    { field: 'name', message: 'required' },
    { field: 'roles', message: 'unknownRole:Wizard' },
  ];
  expect(issuesByLine([{ line: 3, errors: errorsOfLine }])).toEqual(
    new Map([[3, 'name: This field is required. · roles: There is no role Wizard.']]),
  );
});

test('errors of the parser are joined with commas; an unknown error has a general text', () => {
  expect(failureWords(new UploadFailure('csvQuoteOpen', 'csvQuoteMisplaced'), 10)).toBe(
    'Quoted field unterminated, Trailing quote on quoted field is malformed',
  );
  expect(failureWords(new UploadFailure('csvExceedsLimit'), 10)).toBe('CSV file exceeds 10 records');
  expect(failureWords(new TypeError('cannot read'), 10)).toBe('An error occurred while parsing CSV.');
});

const files = import.meta.glob<Record<string, object>>(
  ['../../texts/*/{imports,roles}.ts', '../../../../contract/src/texts/*/{errors,form,permissions}.ts'],
  { eager: true },
);
const names = ['imports', 'roles', 'errors', 'form', 'permissions'];

test.each(locales)('a row has the same texts in %s as a form', async (locale) => {
  const textsOf = (name: string) =>
    Object.entries(files).find(([path]) => path.endsWith(`/${locale}/${name}.ts`))?.[1][name] ?? {};
  const resources = { [locale]: Object.fromEntries(names.map((name) => [name, textsOf(name)])) };
  await i18next.init({ lng: locale, ns: names, nsSeparator: '.', resources, interpolation: { escapeValue: false } });
  const row = (message: string) => issueWords({ field: '', message });

  const { t } = i18next;
  const permissions = `${t('permissions.USERS')}${locale.startsWith('ja') ? '、' : ', '}${t('permissions.ALL-DATA-ACCESS')}`;
  expect(row('cannotGrant:USERS,ALL-DATA-ACCESS')).toBe(t('errors.cannotGrant', { permissions }));
  const role = t('roles.builtIn.mobileAppUser');
  expect(row('lastHolder:Mobile app user')).toBe(t('errors.lastHolder', { role }));
  expect(row('lastHolder:Night')).toBe(t('errors.lastHolder', { role: 'Night' }));
  expect(row('emailInvalid')).toBe(t('form.emailInvalid'));
});

import { defaultLocale, locales } from '@keyward/contract/locales';
import { errors } from '@keyward/contract/texts/en/errors';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { imports } from '#texts/en/imports.ts';
import { failureWords, issuesByLine, issueWords } from './importWords.ts';
import { UploadFailure } from './uploadFile.ts';

// what makes calls listens to what the person does
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
afterAll(async () => {
  vi.unstubAllGlobals();
  // the next test file shares the worker
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
  const keyOf = (code: string) => `userError${code.charAt(0).toUpperCase()}${code.slice(1)}`;
  expect(codes.filter((code) => !Object.hasOwn(imports, keyOf(code)))).toEqual([]);
});

test('a problem is said with its field and its variable, which may have colons', () => {
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

test('a problem without a text is said as it came, with its field', () => {
  expect(issueWords({ field: 'email', message: 'Moon is full:tonight' })).toBe('email address: Moon is full:tonight');
  expect(issueWords({ field: '', message: 'Moon is full' })).toBe('Moon is full');
});

test('the problems of a line are one text', () => {
  const errorsOfLine = [
    { field: 'name', message: 'required' },
    { field: 'roles', message: 'unknownRole:Wizard' },
  ];
  expect(issuesByLine([{ line: 3, errors: errorsOfLine }])).toEqual(
    new Map([[3, 'name: This field is required. · roles: There is no role Wizard.']]),
  );
});

test('what the parser finds is joined with commas; a parser without words has a text of its own', () => {
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

test.each(locales)('a row says in %s what a form says', async (locale) => {
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

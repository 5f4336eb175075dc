import { locales } from '@keyward/contract/locales';
import i18next from 'i18next';
import { expect, test, vi } from 'vitest';
import { imports } from '#texts/en/imports.ts';
import { issueWords } from './importWords.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

const judges = import.meta.glob<string>(
  ['../../../../server/src/modules/profiles/import-*.ts', '!../../../../server/src/modules/profiles/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);

test('every problem that the server finds in a row has a text', () => {
  const source = Object.values(judges).join('\n');
  const found = [...source.matchAll(/(?:\.add\([^,()]+, |\brefuse\(\w+, |message: )[`'](\w+)/g)];
  const codes = [...new Set(found.map(([, code = '']) => code))];
  expect(codes).toEqual(expect.arrayContaining(['usernameTaken', 'unknownRole', 'lastHolder', 'changedSince']));
  const keyOf = (code: string) => `userError${code.charAt(0).toUpperCase()}${code.slice(1)}`;
  expect(codes.filter((code) => !Object.hasOwn(imports, keyOf(code)))).toEqual([]);
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
  const permissions = `${t('permissions.USERS')}, ${t('permissions.ALL-DATA-ACCESS')}`;
  expect(row('cannotGrant:USERS,ALL-DATA-ACCESS')).toBe(t('errors.cannotGrant', { permissions }));
  const role = t('roles.builtIn.mobileAppUser');
  expect(row('lastHolder:Mobile app user')).toBe(t('errors.lastHolder', { role }));
  expect(row('lastHolder:Night')).toBe(t('errors.lastHolder', { role: 'Night' }));
  expect(row('emailInvalid')).toBe(t('form.emailInvalid'));
});

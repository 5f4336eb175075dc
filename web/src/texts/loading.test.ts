import { expect, test } from 'vitest';
import { invitationTexts } from '#features/invitation-page/language.ts';
import { keypadTexts } from '#features/keypad/language.ts';
import { openTexts, portalTexts } from '#lib/i18n.ts';
import { eventTexts, listNamespaces, listTexts } from './namespaces.ts';

const source = new Map(
  Object.entries(
    import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts', '!./*/*.ts'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  ).map(([path, text]) => [new URL(path, 'file:///src/texts/').pathname.replace('/src/', '#'), text]),
);
const namespaces = Object.keys(import.meta.glob('./en/*.ts')).map((path) => path.replace(/^.*\/|\.ts$/g, ''));
namespaces.push('errors', 'form', 'inbox', 'organization', 'permissions');

const fileOf = (from: string, imported: string) =>
  imported.startsWith('#') ? imported : new URL(imported, `file:///${from.slice(1)}`).pathname.replace('/', '#');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);

/** The files loaded with a file: all its imports, except those loaded on first render. */
function together(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !source.has(file)) return seen;
  seen.add(file);
  const imports = /^import (?!type )[^;]*?from '([#.][^']+)';/gms;
  for (const imported of found(source.get(file) ?? '', imports)) together(fileOf(file, imported), seen);
  return seen;
}

const keys = new RegExp(`['"\`](${namespaces.join('|')})\\.[\\w$]`, 'g');
/**
 * Names sent by the server are shown in its own words until their texts are loaded; those of a refusal are loaded before
 * the call rejects, and by the warning before a session ends.
 */
const optional = new Map([
  ['#lib/errors.ts', ['errors', 'permissions', 'roles']],
  ['#lib/call.ts', ['errors']],
  ['#list/selection/useUnselectable.ts', ['errors']],
  ['#features/auth/PasswordStep.tsx', ['errors']],
  ['#features/shell/AutoLogout.tsx', ['errors']],
]);
function spoken(file: string): Set<string> {
  const all = [...together(file)].flatMap((one) => {
    const text = source.get(one) ?? '';
    const named = found(text, keys).filter((name) => !optional.get(one)?.includes(name));
    // the texts of every list
    return one !== '#texts/namespaces.ts' && /Object\.\w+\(listNamespaces\)/.test(text)
      ? [...named, ...Object.values(listNamespaces)]
      : named;
  });
  return new Set(all);
}

const lacking = (file: string, loaded: readonly string[]) => [...spoken(file)].filter((name) => !loaded.includes(name));

test('pages without a session use only namespaces loaded with them', () => {
  expect(lacking('#features/auth/start.tsx', openTexts)).toEqual([]);
  expect(lacking('#features/auth/open.tsx', openTexts)).toEqual([]);
  expect(lacking('#features/invitation-page/page.tsx', invitationTexts)).toEqual([]);
  expect(lacking('#features/keypad/page.tsx', keypadTexts)).toEqual([]);
});

test('the portal uses only namespaces loaded before its first page', () => {
  expect(lacking('#app.tsx', portalTexts)).toEqual([]);
});

const late = [...source].flatMap(([file, text]) => {
  const base = file.startsWith('#features/auth/') ? openTexts : portalTexts;
  const named = (list: string) => [
    ...found(list, /'(\w+)'/g),
    ...(list.includes('eventTexts') ? eventTexts : []),
    ...(list.includes('listTexts') ? listTexts : []),
  ];
  const added = found(text, /addTexts\(([^)]*)\)/g).flatMap(named);
  return [...text.matchAll(/\bimport\('([#.][^']+)'\)(?:\)\.\w+(?:, \{([^}]*)\})?)?/g)].map(
    ([, part = '', options = '']) => ({
      part: fileOf(file, part),
      in: file,
      texts: [...base, ...added, ...named(options)],
    }),
  );
});

test('a list page loads its feature’s namespace', () => {
  const pages = late.filter((one) => one.in.endsWith('/entity.ts'));
  const resourceOf = (file: string) => found(source.get(file) ?? '', /resource: '([\w-]+)'/g)[0];
  const loaded = new Map(pages.map((one) => [resourceOf(one.in), one.texts]));
  const lacks = Object.entries(listNamespaces).filter(([resource, own]) => !loaded.get(resource)?.includes(own));
  expect(lacks).toEqual([]);
});

test('the scan finds the late parts', () => {
  expect(late.length).toBeGreaterThan(30);
});

test.each(
  late.filter(({ part }) => !/^#(app|features\/(auth\/(start|open)|(invitation-page|keypad)\/page))\.tsx$/.test(part)),
)('a late part loads the namespaces it uses: $part in $in', ({ part, texts }) => {
  expect(lacking(part, texts)).toEqual([]);
});

import { defaultLocale, type Locale, locales } from '@keyward/contract/locales';
import { describe, expect, test } from 'vitest';
import { withNames } from './names.ts';
import { listNamespaces, type Namespace } from './namespaces.ts';

type Tree = { [key: string]: string | Tree };
type Texts = Record<string, string>;
const flat = (tree: Tree, path = ''): Texts =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value]] : Object.entries(flat(value, `${path}${key}.`)),
    ),
  );

const files = import.meta.glob<Record<string, Tree>>(
  ['./*/*.ts', '../../../contract/src/texts/*/{errors,form,inbox,organization,permissions}.ts'],
  { eager: true },
);
const namesIn = (locale: string) =>
  Object.keys(files).flatMap((path) => new RegExp(`/${locale}/(\\w+)\\.ts$`).exec(path)?.[1] ?? []);
const withLists = (name: Namespace, locale: Locale, texts: Tree = {}) => withNames(texts, name, locale) as Tree;
const textsOf = (locale: Locale): Texts =>
  flat(
    Object.fromEntries(
      Object.entries(files).flatMap(([path, module]) => {
        const [, of, name = ''] = /([\w-]+)\/(\w+)\.ts$/.exec(path) ?? [];
        return of === locale ? [[name, withLists(name as Namespace, locale, module[name])]] : [];
      }),
    ),
  );
const english = textsOf(defaultLocale);
const namespaces = namesIn(defaultLocale);

const plural = /_(one|many|other)$/;
const baseOf = (key: string) => key.replace(plural, '');
/** The keys that a language needs: for each counted text, one for each plural form of the language. */
const keysFor = (locale: string): string[] => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const needed = Object.keys(english).flatMap((key) =>
    plural.test(key) ? forms.map((form) => `${baseOf(key)}_${form}`) : [key],
  );
  return [...new Set(needed)].toSorted();
};
const placeholders = (text = '') => (text.match(/\{\{.*?\}\}/g) ?? []).toSorted();
const englishOf = (key: string) => english[key] ?? english[`${baseOf(key)}_other`];

describe.each(locales)('%s', (locale) => {
  const texts = textsOf(locale);

  test('has every namespace', () => {
    expect(namesIn(locale).toSorted()).toEqual(namespaces.toSorted());
  });

  test('has the keys of English in its own plural forms', () => {
    expect(Object.keys(texts).toSorted()).toEqual(keysFor(locale));
  });

  test('has no empty text and no surrounding space', () => {
    expect(Object.entries(texts).filter(([, text]) => !text || text !== text.trim())).toEqual([]);
  });

  test('has the placeholders of English', () => {
    for (const [key, text] of Object.entries(texts)) {
      expect.soft(placeholders(text), key).toEqual(placeholders(englishOf(key)));
    }
  });
});

test('English names the built-in views as the specification does', () => {
  const labels = Object.entries(english).flatMap(([key, label]) => {
    const [, name] = /^\w+\.views\.([^.]+)\.label$/.exec(key) ?? [];
    return name === undefined ? [] : [[name, label]];
  });
  expect(labels.length).toBeGreaterThan(15);
  expect(labels).toEqual(labels.map(([name]) => [name, name]));
});

/** Names, units, files and keyboard keys that no language translates. */
const names =
  /[\w-]+\.txt|App Store|Google Play|Caps Lock|Ctrl\+Enter|SSO-[A-Z]+-\d+|\b(Keyward|OneKey|OnePASS|mKey|OKM|PODs?|PIN|CSV|PNG|QR|SVG|KB|UTF|ID|IR|RAC|MAC|SDC|USB|SSO|OK|dBm|Enter|Shift|Esc|Cookie|Web)\b/g;
const words = (text: string) => text.replace(/\{\{.*?\}\}/g, '').replace(names, '');

const eastern = locales.filter((locale) => /^(ja|ko)/.test(locale));
test.each(eastern)('%s has no untranslated texts', (locale) => {
  // single letters may remain: ranges of letters, and the C of °C
  const left = Object.entries(textsOf(locale)).filter(([, text]) => /[A-Za-z]{2,}/.test(words(text)));
  expect(left).toEqual([]);
});

test.each(['ja-JP', 'ja'] as const)('%s uses a single word for a profile', (locale) => {
  expect(Object.entries(textsOf(locale)).filter(([, text]) => text.includes('プロフィール'))).toEqual([]);
});

test('fr has no untranslated texts', () => {
  const same = new Set([
    'Type',
    'Signal (dBm)',
    'Actions',
    'Date',
    'Logo',
    'Message',
    'Invitation',
    'Invitations',
    'Sessions',
    'N/D',
    '{{count}} minute',
    '{{count}} minutes',
    'minutes',
    '{{count}} site',
  ]);
  const left = Object.entries(textsOf('fr')).filter(
    ([key, text]) =>
      /\b(the|and|of|your|you|this|is|are|with|not|no|was|could|device|location|please|profile|key|lock|password)\b/i.test(
        words(text),
      ) ||
      (text === englishOf(key) && /[a-z]{2}/i.test(words(text)) && !same.has(text)),
  );
  expect(left).toEqual([]);
});

test('fr uses no-break spaces and curly apostrophes', () => {
  const wrong = Object.entries(textsOf('fr')).filter(
    ([key, text]) =>
      !/(textTagCharacters|usernameCharsNotAllowed)$/i.test(key) &&
      /[ \w}][;?!]| [:»]|« |\w:(?!\/\/|\d\d)|'/.test(text),
  );
  expect(wrong).toEqual([]);
});

test.each(['ko-KR', 'ko'] as const)(
  '%s: a particle after a name fits names with and without a final consonant',
  (locale) => {
    const wrong = Object.entries(textsOf(locale)).filter(([, text]) =>
      /\}\}[’”]?(을|를|이|가|은|는|와|과|로)(?![가-힣(])/.test(text),
    );
    expect(wrong).toEqual([]);
  },
);

test('ko is polite, not formal', () => {
  expect(Object.entries(textsOf('ko')).filter(([, text]) => /니다|십시오/.test(text))).toEqual([]);
});

describe('keys in the source', () => {
  const web = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../texts/**', '!../**/*.test.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const contract = import.meta.glob<string>('../../../contract/src/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const views = import.meta.glob<string>('../../../server/src/modules/*/{list,columns,views}.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const source = Object.values(web).join('\n');
  const viewSource = Object.values(views).join('\n');
  const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);

  const literal = new Set(found(source, /['"`]([A-Za-z]+(?:\.[\w-]+)+)['"`]/g));
  const columnFormats = found(viewSource, /format: '([a-zA-Z.]+)'/g);
  const confirmed = ['actions.confirm.${action}.${part}', 'actions.confirm.${action}.lost.${loss}'];
  /** `a.${x}.b` in the source: the key is used for any x. */
  const patterns = [
    ...found(source, /`([a-zA-Z]+\.[^`\s]*\$\{[^`]*)`/g).filter((key) => !key.startsWith('form.')),
    ...columnFormats.map((format) => `${format}.\${value}`),
    // of every list, or named by the server
    ...Object.values(listNamespaces).flatMap((feature) =>
      [
        // the kit of every entity
        ...found(source, /`\$\{texts\}\.([^`]+)`/g),
        'searchFailed',
        'columns.${name}',
        'views.${name}.${part}',
        'newRows',
        'actions.${name}',
        ...confirmed,
      ].map((key) => `${feature}.${key}`),
    ),
  ].map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{.*?\}/g, '[^.]+')}$`));
  /** The contract's schemas name the texts of forms. */
  const named = new Set(found(source + Object.values(contract).join('\n'), /['"`](\w+)(?::[^'"`]*)?['"`]/g));

  /** Groups that are read as a whole. */
  const wholeGroups = found(source, /(?:textG|\bg)roup\('([\w.]+)'[,)]/g);

  const isUsed = (key: string) =>
    literal.has(key) ||
    wholeGroups.some((group) => key.startsWith(`${group}.`)) ||
    patterns.some((pattern) => pattern.test(key)) ||
    (key.startsWith('form.') && named.has(key.slice('form.'.length)));

  test('every text is used', () => {
    expect(
      Object.keys(english)
        .map(baseOf)
        .filter((key) => !isUsed(key)),
    ).toEqual([]);
  });

  test('every key has a text', () => {
    const groups = new Set(Object.keys(english).map((key) => key.split('.')[0]));
    const known = new Set(Object.keys(english).map(baseOf));
    const asked = [...literal].filter((key) => groups.has(key.split('.')[0]));
    // a literal may name a group whose last part is appended later
    expect(asked.filter((key) => !known.has(key) && ![...known].some((k) => k.startsWith(`${key}.`)))).toEqual([]);
  });

  test('every built-in view has texts', () => {
    const missing = Object.entries(views).flatMap(([path, text]) => {
      const [, feature = '', file] = /modules\/(\w+)\/(\w+)\.ts$/.exec(path) ?? [];
      const values = found(text, /(?:\bview\(|\bvalue: )'([^']+)'/g);
      // the file of a list has its views, or one beside it has them
      const apart = views[path.replace('list.ts', 'views.ts')] !== undefined && file === 'list';
      const none = file !== 'columns' && !apart && values.length === 0 ? [`${path} has no view`] : [];
      return [...none, ...values.filter((name) => !english[`${feature}.views.${name}.label`])];
    });
    expect(missing).toEqual([]);
  });

  test('every column and format of a built-in view has texts', () => {
    const missing = Object.entries(views).flatMap(([path, text]) => {
      const feature = /modules\/(\w+)\//.exec(path)?.[1] ?? '';
      return found(text, /header: '(\w+)'/g).filter((header) => !english[`${feature}.columns.${header}`]);
    });
    expect(missing).toEqual([]);
    expect(found(viewSource, /header: '(\w+)'/g).length).toBeGreaterThan(10);
    const withTexts = (format: string) => Object.keys(english).some((key) => key.startsWith(`${format}.`));
    expect(columnFormats.filter((format) => !withTexts(format))).toEqual([]);
  });
});

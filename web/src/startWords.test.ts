import { readFileSync } from 'node:fs';
import { auth, settings } from '@keyward/contract/account-calls';
import { locales } from '@keyward/contract/locales';
import { expect, test } from 'vitest';

type Texts = { slow: string; reload: string };
const files = import.meta.glob<Texts>('./texts/*/common.ts', { eager: true, import: 'common' });
const page = readFileSync('web/index.html', 'utf8');

// index.html has its own copy, since it shows them before any text file is loaded
test.each(locales)('index.html has the texts of %s, unchanged', (locale) => {
  const words = files[`./texts/${locale}/common.ts`];
  const own = new RegExp(`\\s'?${locale}'?: \\[([^\\]]+)\\]`).exec(page)?.[1] ?? '';
  expect(own).toContain(`'${words?.slow}'`);
  expect(own).toContain(`'${words?.reload}'`);
});

// a call that differed would be requested twice
test('index.html requests exactly the calls that the session needs', () => {
  const names = /\[([^\]]+)\]\.map\(\(name\)/.exec(page)?.[1]?.match(/[\w/-]+/g);
  const calls = [auth.sessionCheck, auth.me, settings.defaults, settings.mine];
  expect(names?.map((name) => `/api/v1/${name}`)).toEqual(calls.map(({ path }) => path));
});

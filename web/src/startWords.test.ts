import { readFileSync } from 'node:fs';
import { locales } from '@keyward/contract/locales';
import { expect, test } from 'vitest';

type Texts = { slow: string; reload: string };
const files = import.meta.glob<Texts>('./texts/*/common.ts', { eager: true, import: 'common' });
const page = readFileSync('web/index.html', 'utf8');

// index.html has its own copy, since it shows them before any text file is loaded
test.each(locales)('the page itself speaks %s, in the same words', (locale) => {
  const words = files[`./texts/${locale}/common.ts`];
  const own = new RegExp(`\\s'?${locale}'?: \\[([^\\]]+)\\]`).exec(page)?.[1] ?? '';
  expect(own).toContain(`'${words?.slow}'`);
  expect(own).toContain(`'${words?.reload}'`);
});

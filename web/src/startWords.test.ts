import { readFileSync } from 'node:fs';
import { locales } from '@keyward/contract/locales';
import { expect, test } from 'vitest';

type Texts = { common: { slow: string; reload: string } };
const files = import.meta.glob<Texts>('./texts/*/all.ts', { eager: true, import: 'texts' });
const page = readFileSync('web/index.html', 'utf8');

// they are said before any file of texts is there, so index.html has its own copy
test.each(locales)('the page itself speaks %s, in the same words', (locale) => {
  const words = files[`./texts/${locale}/all.ts`];
  const own = new RegExp(`\\s'?${locale}'?: \\[([^\\]]+)\\]`).exec(page)?.[1] ?? '';
  expect(own).toContain(`'${words?.common.slow}'`);
  expect(own).toContain(`'${words?.common.reload}'`);
});

// The clauses that `keyward gateway check` judges are those that docs/gateway.md lists.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { controllerClauses } from '#gateway-check/controller/check.ts';
import { portalClauses } from '#gateway-check/portal/check.ts';

const page = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/gateway.md'), 'utf8');
const listed = [...page.matchAll(/^\| ([PC]\d+\.\d+) +\| (.*?) *\|$/gm)].map(([, id = '', title = '']) => ({
  id,
  title,
}));
const sections = new Set([...page.matchAll(/^## (\d+)\. /gm)].map(([, section]) => section));

test('the page lists each clause', async () => {
  expect(listed).toEqual([...portalClauses(), ...(await controllerClauses())]);
});

test('the number of a clause begins with that of a section', () => {
  expect(listed.filter(({ id }) => !sections.has(id.slice(1).split('.')[0]))).toEqual([]);
});

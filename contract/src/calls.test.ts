import { expect, test } from 'vitest';
import * as account from './account-calls.ts';
import * as lists from './calls.ts';
import { endpoints } from './endpoints.ts';
import * as insights from './insights-calls.ts';

test('every call of the portal has the method, path and rule of its endpoint', () => {
  const made = Object.entries({ ...account, ...lists, ...insights }).flatMap(([area, all]) =>
    Object.entries(all).map(([name, call]) => [`${area}.${name}`, call] as const),
  );
  const wanted = Object.entries(endpoints)
    .filter(([, { path }]) => !path.startsWith('/gateway/'))
    .map(([name, { method, path, needs }]) => [name, { method, path, needs }]);
  expect(Object.fromEntries(made)).toEqual(Object.fromEntries(wanted));
});

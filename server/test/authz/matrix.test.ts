import { endpoints } from '@keyward/contract/endpoints';
import { afterAll, describe, expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { everybody, openCells, things } from './cells.ts';
import { type CallName, calls, everything, expected } from './model.ts';

const portal = await openPortal();
const { run, count } = await openCells(portal);

describe('every call by everybody on everything', () => {
  test.each(Object.entries(everybody))('%s', async (who, principal) => {
    expect(await run(who, principal)).toEqual([]);
  });
  afterAll(() => console.log(`authorisation matrix: ${count()} cells`));
});

test('nothing of the contract is missing from the model, and nothing else is in it', () => {
  const named = new Set(Object.keys(calls).map((name) => name.split('/')[0]));
  expect(named).toEqual(new Set(Object.keys(endpoints)));
});

test('each right that a call asks for decides some cell by itself', () => {
  const rights = [
    'DEVICES',
    'ACCESS-GROUP-TAGS',
    'TAGS',
    'EVENT-STORE',
    'ASSIGN-ACCESS-GROUPS',
    'ALL-DATA-ACCESS',
    'CAN-EXPORT-CSV-DEVICES',
  ];
  for (const right of [
    ...rights,
    'CAN-EXPORT-CSV-ACTIVITY',
    'ROLES',
    'MOBILE-USER',
    'SHARE-VIEWS',
    'USERS',
    'ASSIGN-ROLES',
    'CAN-EXPORT-CSV-USERS',
  ]) {
    const without = everybody[`all but ${right}`];
    const full = without && { ...without, holds: everything };
    const flips = (Object.keys(calls) as CallName[]).filter((name) =>
      things.some(
        (target) => without && full && expected(without, calls[name], target) !== expected(full, calls[name], target),
      ),
    );
    expect(flips, right).not.toEqual([]);
  }
});

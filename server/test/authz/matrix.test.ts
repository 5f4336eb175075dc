import { endpoints } from '@keyward/contract/endpoints';
import { features } from '@keyward/contract/permissions';
import { afterAll, describe, expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { everybody, openCells, things } from './cells.ts';
import {
  type Call,
  type CallName,
  calls,
  everything,
  expected,
  type Holds,
  mayCall,
  people,
  permissions,
  permissionsOf,
} from './model.ts';

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

/** Calls whose row of the model is the rule of the endpoint: no part of it is left to the service. */
const ruled = Object.entries<Call>(calls).flatMap(([name, { needs }]) => {
  const rule = endpoints[name]?.needs;
  return typeof needs === 'object' && typeof rule === 'object' ? [{ name, needs, rule }] : [];
});

test('the rule of an endpoint looks at the permissions that the model names, and lets in the same people', () => {
  expect(ruled.length).toBeGreaterThan(30);
  for (const { name, needs, rule } of ruled) {
    const named = [...needs.oneOf.map(([permission]) => permission), needs.and, needs.andReads];
    expect(new Set(rule.permissions), name).toEqual(new Set(named.filter((permission) => permission !== undefined)));
    for (const [who, principal] of Object.entries(everybody))
      expect(rule.holds({ permissions: principal.holds, features }), `${name}: ${who}`).toBe(mayCall(principal, needs));
  }
});

test('no permission changes a cell of a call whose row does not name it', () => {
  const held = [{}, everything, ...Object.values(people).map(({ holds }) => holds)];
  const wrong: string[] = [];
  for (const [name, call] of Object.entries<Call>(calls))
    for (const [permission, levels] of Object.entries(permissions).filter(([id]) => !permissionsOf(call).has(id)))
      for (const { [permission]: _, ...holds } of held)
        for (const target of [{ kind: 'none' } as const, ...things]) {
          const of = (more: Holds) =>
            expected({ tenant: 'demo', by: 'session', holds: { ...holds, ...more }, stores: ['North'] }, call, target);
          if (levels.some((level) => of({ [permission]: level }) !== of({}))) wrong.push(`${name}: ${permission}`);
        }
  expect(wrong).toEqual([]);
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

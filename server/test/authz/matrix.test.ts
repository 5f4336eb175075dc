import { endpoints } from '@keyward/contract/endpoints';
import { features } from '@keyward/contract/permissions';
import { afterAll, describe, expect, test } from 'vitest';
import { nightly } from '#testing/nightly.ts';
import { openPortal } from '#testing/portal.ts';
import { openCells, targetsOf, things } from './cells.ts';
import {
  allPermissions,
  decisivePermissions,
  expectedStatus,
  mayCall,
  people,
  permissions,
  permissionsOf,
} from './model.ts';
import { principals } from './principals.ts';
import { calls } from './resources/index.ts';
import type { Holds } from './resources/resource.ts';

const portal = await openPortal();
const { run, count } = await openCells(portal);

/** By day: one of each kind. An administrator acts in most other tests. */
const byDay = [
  'manager',
  'clerk',
  'nobody',
  'in-product admin',
  'harborAdmin',
  'a session of the other tenant',
  'anonymous',
  'controller',
];

describe('every call by every caller on every target matches the model', () => {
  // an administrator makes some 350 calls, each with its own fixture
  test.each(Object.entries(principals).filter(([who]) => nightly || byDay.includes(who)))(
    '%s',
    async (who, principal) => {
      expect(await run(who, principal)).toEqual([]);
    },
    120_000,
  );
  afterAll(() => console.log(`authorisation matrix: ${count()} cells`));
});

test('the model covers exactly the contract', () => {
  const named = new Set(calls.map(({ endpoint }) => endpoint));
  expect(named).toEqual(new Set(Object.keys(endpoints)));
});

test('a call that asks to confirm its act has rows with and without a confirmation, and no other call does', () => {
  for (const [name, { confirm, needs }] of Object.entries(endpoints)) {
    const rows = calls.filter(({ endpoint }) => endpoint === name);
    const states = new Set(rows.map(({ confirmed }) => confirmed));
    expect(states, name).toEqual(new Set(confirm ? [false, true] : [undefined]));
    // a public call and a controller have no session to confirm in
    if (confirm) expect(['public', 'controller'], name).not.toContain(needs);
  }
});

/** Rules of endpoints, with the rows of the model for them. */
const ruled = Object.entries(endpoints).flatMap(([name, { needs: rule }]) => {
  const about = calls.filter(({ endpoint }) => endpoint === name);
  const rows = about.map(({ needs }) => needs).filter((needs) => typeof needs === 'object');
  const byFlag = about.some(({ needs }) => needs === 'in-product admin');
  return typeof rule === 'object' ? [{ name, rule, rows, byFlag }] : [];
});

test('an endpoint’s rule reads only permissions named by the model, and allows the same callers', () => {
  expect(ruled.length).toBeGreaterThan(30);
  for (const { name, rule, rows, byFlag } of ruled) {
    const named = new Set(
      rows.flatMap(({ oneOf, and, andReads }) => [
        ...oneOf.map(([permission]) => permission),
        ...[and ?? []].flat(),
        andReads,
      ]),
    );
    expect(
      rule.permissions.filter((permission) => !named.has(permission)),
      name,
    ).toEqual([]);
    for (const [who, principal] of Object.entries(principals)) {
      const { isKeywardAdmin = false } = principal;
      const holds = rule.holds({ permissions: principal.holds, features, isKeywardAdmin });
      const may = rows.some((needs) => mayCall(principal, needs)) || (byFlag && isKeywardAdmin);
      expect(holds, `${name}: ${who}`).toBe(may);
    }
  }
});

test('a permission affects only the calls whose row names it', () => {
  const { admin, manager, clerk, editor, nobody } = people;
  const held = [admin, manager, clerk, editor, nobody].map((person) => person?.holds ?? {});
  const wrong: string[] = [];
  for (const call of calls)
    for (const [permission, levels] of Object.entries(permissions).filter(([id]) => !permissionsOf(call).has(id)))
      for (const { [permission]: _, ...holds } of held)
        for (const target of targetsOf(call)) {
          const of = (more: Holds) =>
            expectedStatus(
              { tenant: 'demo', by: 'session', holds: { ...holds, ...more }, stores: ['North'] },
              call,
              target,
            );
          if (levels.some((level) => of({ [permission]: level }) !== of({}))) wrong.push(`${call.name}: ${permission}`);
        }
  expect(new Set(wrong)).toEqual(new Set());
});

test('each required permission decides some cell by itself', () => {
  expect(decisivePermissions.length).toBeGreaterThan(13);
  for (const right of decisivePermissions) {
    const without = principals[`all but ${right}`];
    const full = without && { ...without, holds: allPermissions };
    const flips = calls.filter((call) =>
      things.some(
        (target) => without && full && expectedStatus(without, call, target) !== expectedStatus(full, call, target),
      ),
    );
    expect(flips, right).not.toEqual([]);
  }
});

// The callers of the matrix: the people of the test world, and synthetic ones that show the effect of one permission.
import { allPermissions, people, permissions, type Principal } from './model.ts';

/**
 * Profiles with one permission at one level, with all but one, the in-product admin with no right and with all, and two
 * whose roles or locations add up.
 */
export const inventedPeople: Readonly<Record<string, Principal>> = {
  ...Object.fromEntries(
    Object.entries(permissions).flatMap(([name, levels]) =>
      levels.map((level) => [
        `only ${name} ${level}`,
        {
          tenant: 'demo',
          by: 'session',
          holds: { [name]: level },
          stores: ['North'],
        } satisfies Principal,
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.keys(permissions).map((name) => [
      `all but ${name}`,
      {
        tenant: 'demo',
        by: 'session',
        holds: Object.fromEntries(Object.entries(allPermissions).filter(([other]) => other !== name)),
        stores: ['South'],
      } satisfies Principal,
    ]),
  ),
  'in-product admin': { tenant: 'demo', by: 'session', holds: {}, stores: [], isKeywardAdmin: true },
  'in-product admin with all rights': {
    tenant: 'demo',
    by: 'session',
    holds: allPermissions,
    stores: [],
    isKeywardAdmin: true,
  },
  'two roles': {
    tenant: 'demo',
    by: 'session',
    holds: { DEVICES: 'EDIT', 'EVENT-STORE': 'READ' },
    stores: ['South'],
  },
  'two stores': {
    tenant: 'demo',
    by: 'session',
    holds: { DEVICES: 'EDIT' },
    stores: ['North', 'South'],
  },
};

export const principals: Readonly<Record<string, Principal>> = { ...people, ...inventedPeople };

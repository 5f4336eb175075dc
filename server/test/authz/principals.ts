// The callers of the matrix: the people of the test world, and synthetic ones that show what one permission decides.
import { allPermissions, people, permissions, type Principal } from './model.ts';

type Invented = Principal & { about: readonly string[] };

/** One profile with each permission and level alone, one with all but each, the in-product admin with no right and with all, and two whose roles or locations add up. */
export const inventedPeople: Readonly<Record<string, Invented>> = {
  ...Object.fromEntries(
    Object.entries(permissions).flatMap(([name, levels]) =>
      levels.map((level) => [
        `only ${name} ${level}`,
        {
          about: [name],
          tenant: 'demo',
          by: 'session',
          holds: { [name]: level },
          stores: ['North'],
        } satisfies Invented,
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.keys(permissions).map((name) => [
      `all but ${name}`,
      {
        about: [name],
        tenant: 'demo',
        by: 'session',
        holds: Object.fromEntries(Object.entries(allPermissions).filter(([other]) => other !== name)),
        stores: ['South'],
      } satisfies Invented,
    ]),
  ),
  'in-product admin': { about: [], tenant: 'demo', by: 'session', holds: {}, stores: [], isKeywardAdmin: true },
  'in-product admin with all rights': {
    about: [],
    tenant: 'demo',
    by: 'session',
    holds: allPermissions,
    stores: [],
    isKeywardAdmin: true,
  },
  'two roles': {
    about: ['DEVICES', 'EVENT-STORE'],
    tenant: 'demo',
    by: 'session',
    holds: { DEVICES: 'EDIT', 'EVENT-STORE': 'READ' },
    stores: ['South'],
  },
  'two stores': {
    about: ['DEVICES'],
    tenant: 'demo',
    by: 'session',
    holds: { DEVICES: 'EDIT' },
    stores: ['North', 'South'],
  },
};

export const principals: Readonly<Record<string, Principal>> = { ...people, ...inventedPeople };

import { roles } from '@keyward/contract/roles';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import { editing, type Holds, type ResourceOf } from './resource.ts';

/** The permissions of the matrix's roles, and those granted by its bodies. */
export const roleHolds = { 'EVENT-STORE': 'READ' } as const;
const gains = { 'MOBILE-USER': 'TRUE' } as const;
const given = (holds: Holds) => Object.entries(holds).map(([id, value]) => ({ id, value }));

const listing = {
  needs: {
    oneOf: [
      ['ROLES', 'READ'],
      ['ASSIGN-ROLES', 'TRUE'],
    ],
  },
  ok: 200,
} as const;
const onRole = { needs: editing('ROLES'), ok: 200, everywhere: true } as const;

export const rolesResource: ResourceOf<'roles'> = {
  permissions: { ROLES: ['READ', 'EDIT'], 'ASSIGN-ROLES': ['TRUE'], 'MOBILE-USER': ['TRUE'] },
  /** A role without holders. */
  make: async ({ owner }, tenant) => {
    const id = randomUUID();
    await owner.query('insert into role (tenant_id, id, name) values ($1, $2, $3)', [
      tenants[tenant],
      id,
      id.slice(0, 30),
    ]);
    for (const [permission, level] of Object.entries(roleHolds))
      await owner.query('insert into role_permission values ($1, $2, $3, $4)', [
        tenants[tenant],
        id,
        permission,
        level,
      ]);
    return { id };
  },
  calls: {
    list: listing,
    permissions: listing,
    create: [
      {
        needs: editing('ROLES'),
        ok: 201,
        grants: gains,
        body: ({ next }) => ({ name: `Role ${next()}`, permissions: given(gains) }),
      },
      {
        variant: 'inconsistent',
        needs: editing('ROLES'),
        ok: 400,
        grants: { 'ASSIGN-ROLES': 'TRUE' },
        body: ({ next }) => ({ name: `Role ${next()}`, permissions: given({ 'ASSIGN-ROLES': 'TRUE' }) }),
      },
    ],
    update: [
      { ...onRole, grants: { ...roleHolds, ...gains }, body: () => ({ permissions: given(gains) }) },
      { ...onRole, variant: 'name', grants: roleHolds, body: ({ next }) => ({ name: `Role ${next()}` }) },
    ],
    remove: { ...onRole, ok: 204, grants: roleHolds },
    impact: { ...onRole, grants: { ...roleHolds, ...gains }, body: () => ({ permissions: given(gains) }) },
  },
  tenantWide: ['list', 'permissions'],
  walk: ({ world }) => {
    const { admin } = world.portal.as;
    let id = '';
    return [
      [
        'create',
        'ADD_ROLE',
        async () => {
          const body = { name: 'Walked', permissions: [{ id: 'DEVICES' as const, value: 'READ' as const }] };
          id = (await admin.call(roles.create, { body })).data.id;
        },
      ],
      ['update', 'MODIFY_ROLE', () => admin.call(roles.update, { params: { id }, body: { name: 'Walked on' } })],
      ['remove', 'DELETE_ROLE', () => admin.call(roles.remove, { params: { id } })],
    ];
  },
  notWalked: ['impact'],
};

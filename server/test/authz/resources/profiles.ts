import { profiles } from '@keyward/contract/profiles';
import { randomUUID } from 'node:crypto';
import { south, tenants } from '#testing/people.ts';
import {
  type Cell,
  editing,
  groupTag,
  type Make,
  reading,
  type References,
  type ResourceOf,
  type Scene,
  storeTag,
} from './resource.ts';
import { roleHolds } from './roles.ts';
import { chosenSlots, foreign, foreignGroup, listSlots, slot } from './slots.ts';

const person = (n: number, more: object = {}) => ({ name: 'Person', username: `person.${n}`, ...more });
const none = { name: 'like:no such person' };

/** Two profiles, of which the second one, the target, holds a role. */
export const firstAndHolder: Make = async ({ owner, make }, tenant, location) => {
  const [first, { id }] = [await make('profiles', tenant, location), await make('profiles', tenant, location)];
  const role = await make('roles', tenant, location);
  await owner.query('insert into profile_role values ($1, $2, $3)', [tenants[tenant], id, role.id]);
  return { id, first: first.id };
};
const holder = {
  variant: 'holder among others',
  needs: editing('USERS'),
  ok: 200,
  aimsInBody: true,
  grants: roleHolds,
  target: firstAndHolder,
  body: ({ id, ids: { first = id } }: Cell) => ({ ids: [first, id] }),
} as const;

function references(scene: Scene): References {
  const { world, here } = scene;
  const own = { params: { id: here('profiles').id } };
  const [role, group] = [foreign(scene, 'roles'), foreignGroup(scene)];
  const newProfile = () => ({ name: 'X', username: `x.${world.next()}` });
  const inGroup = (id: string) => [{ tagId: id, values: ['Toys'] }];
  return {
    slots: {
      'the roles of a new profile': slot(profiles.create, role, (id) => ({ body: { ...newProfile(), roles: [id] } })),
      'the roles of a profile': slot(profiles.update, role, (id) => ({ ...own, body: { roles: [id] } })),
      'one role among others': slot(profiles.update, { ...role, by: ['admin'] }, (id) => ({
        ...own,
        body: { roles: [here('roles').id, id] },
      })),
      'a tag of a new profile': slot(profiles.create, group, (id) => ({
        body: { ...newProfile(), tags: inGroup(id) },
      })),
      'a tag of a profile': slot(profiles.update, group, (id) => ({ ...own, body: { tags: inGroup(id) } })),
      ...listSlots(scene, profiles.list, 'profiles'),
      // the profile ID of a row made here is its id
      ...chosenSlots(scene, 'profiles', profiles.removeMany, 'profiles to delete', 'username'),
      ...chosenSlots(scene, 'profiles', profiles.losses, 'what goes with profiles', 'username'),
      ...chosenSlots(scene, 'profiles', profiles.end, 'profiles to end', 'username'),
    },
    valueNames: {
      profile: (as, name) => as.request(profiles.update, { ...own, body: { tags: [groupTag(world.tags.demo, name)] } }),
    },
  };
}

export const profilesResource: ResourceOf<'profiles'> = {
  permissions: { USERS: ['READ', 'EDIT'], 'CAN-EXPORT-CSV-USERS': ['TRUE'] },
  held: { clerk: { USERS: 'READ' }, manager: { USERS: 'EDIT' }, editor: { USERS: 'EDIT' } },
  /** A profile without roles. */
  make: async ({ owner, tags }, tenant, location) => {
    const id = randomUUID();
    await owner.query(`insert into profile (tenant_id, id, name, username) values ($1, $2, 'Target', $3)`, [
      tenants[tenant],
      id,
      id,
    ]);
    const store = tags[tenant].store(location);
    if (store)
      await owner.query(
        'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
        [tenants[tenant], id, tags[tenant].location, store],
      );
    return { id };
  },
  calls: {
    list: [
      { needs: reading('USERS'), ok: 200 },
      {
        variant: 'export',
        needs: { ...reading('USERS'), and: 'CAN-EXPORT-CSV-USERS' },
        ok: 200,
        query: '?results_per_page=201',
      },
    ],
    get: { needs: reading('USERS'), ok: 200 },
    create: [
      { needs: editing('USERS'), ok: 201, toOwnStore: true, body: ({ next }) => person(next()) },
      {
        variant: 'North',
        needs: editing('USERS'),
        ok: 201,
        regroups: true,
        into: 'North',
        body: ({ next, tags }) => person(next(), { tags: [storeTag(tags, 'North')] }),
      },
      {
        variant: 'South',
        needs: editing('USERS'),
        ok: 201,
        regroups: true,
        into: 'South',
        body: ({ next, tags }) => person(next(), { tags: [storeTag(tags, 'South')] }),
      },
      {
        variant: 'role',
        needs: editing('USERS'),
        ok: 201,
        toOwnStore: true,
        assigns: true,
        grants: roleHolds,
        body: ({ next, own }) => person(next(), { roles: [own('roles').id] }),
      },
      {
        variant: 'foreign role',
        needs: editing('USERS'),
        ok: 400,
        body: ({ next, foreign: other }) => person(next(), { roles: [other('roles').id] }),
      },
      {
        variant: 'off',
        needs: editing('USERS'),
        ok: 201,
        appointed: 'acts',
        toOwnStore: true,
        body: ({ next }) => person(next(), { disabled: true }),
      },
    ],
    update: [
      { needs: editing('USERS'), ok: 200, body: ({ next }) => ({ name: `Person ${next()}` }) },
      {
        variant: 'role',
        needs: editing('USERS'),
        ok: 200,
        assigns: true,
        grants: roleHolds,
        body: ({ own }) => ({ roles: [own('roles').id] }),
      },
      {
        variant: 'groups',
        needs: editing('USERS'),
        ok: 200,
        regroups: true,
        body: ({ tags }) => ({ tags: [groupTag(tags)] }),
      },
      { variant: 'off', needs: editing('USERS'), ok: 200, appointed: 'acts', body: () => ({ disabled: true }) },
      {
        variant: 'dates',
        needs: editing('USERS'),
        ok: 200,
        body: ({ next }) => ({ valid_until: new Date(Date.now() + 60_000 * next()).toISOString() }),
      },
    ],
    remove: { needs: editing('USERS'), ok: 204 },
    removeMany: [
      { needs: editing('USERS'), ok: 200, aimsInBody: true, body: ({ id }) => ({ ids: [id] }) },
      holder,
      { variant: 'all', needs: editing('USERS'), ok: 200, body: () => ({ filterData: none, count: 0 }) },
      { variant: 'other count', needs: editing('USERS'), ok: 409, body: () => ({ filterData: none, count: 3 }) },
    ],
    losses: [
      { needs: editing('USERS'), ok: 200, aimsInBody: true, body: ({ id }) => ({ ids: [id] }) },
      { variant: 'all', needs: editing('USERS'), ok: 200, body: () => ({ filterData: none, count: 0 }) },
      { variant: 'other count', needs: editing('USERS'), ok: 409, body: () => ({ filterData: none, count: 3 }) },
    ],
    end: [
      { needs: editing('USERS'), ok: 200, aimsInBody: true, body: ({ id }) => ({ ids: [id] }) },
      holder,
      { variant: 'all', needs: editing('USERS'), ok: 200, body: () => ({ filterData: none, count: 0 }) },
      { variant: 'other count', needs: editing('USERS'), ok: 409, body: () => ({ filterData: none, count: 3 }) },
    ],
  },
  list: {
    resource: 'user',
    needs: reading('USERS'),
    named: 'name',
    sorts: ['name', 'username', 'email', 'locationTagValue'],
    options: ['roles'],
  },
  locations: async (world) => {
    const { owner, make, next, portal } = world;
    const { admin } = portal.as;
    const tags = world.tags.demo;
    const near = (await make('profiles', 'demo', 'North')).id;
    const atBothLocations = (await make('profiles', 'demo', 'North')).id;
    await owner.query(
      'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
      [tenants.demo, atBothLocations, tags.location, tags.store('South')],
    );
    return {
      reads: [`${profiles.list.path}/${near}`],
      stir: async () => {
        for (const location of ['South', null] as const) await make('profiles', 'demo', location);
        const username = `secret.${randomUUID()}`;
        const body = { name: 'Secret person', username, tags: [storeTag(tags, south), groupTag(tags)] };
        const { id } = (await admin.call(profiles.create, { body })).data;
        await admin.call(profiles.update, { params: { id }, body: { email: `secret.${next()}@demo.example` } });
        await owner.query(
          `insert into profile_role select tenant_id, $2, id from role where tenant_id = $1 and name in ('Admin', 'Store clerk')`,
          [tenants.demo, id],
        );
      },
    };
  },
  walk: async ({ world, tags, secrets }) => {
    const { admin } = world.portal.as;
    const leaver = { name: 'To leave', username: 'to.leave', tags };
    const leaving = (await admin.call(profiles.create, { body: leaver })).data.id;
    const [first, second] = ['Walked-in-1', 'Walked-on-1'];
    secrets.push(first, second);
    let id = '';
    return [
      [
        'create',
        'ADD_USER',
        async () => {
          const body = { name: 'Walked', username: 'walked', password: first, tags };
          id = (await admin.call(profiles.create, { body })).data.id;
        },
      ],
      [
        'update',
        'MODIFY_USER',
        () => admin.call(profiles.update, { params: { id }, body: { name: 'Walked on', password: second } }),
      ],
      ['end', 'MODIFY_USER', () => admin.call(profiles.end, { body: { ids: [leaving] } })],
      ['removeMany', 'DELETE_USER', () => admin.call(profiles.removeMany, { body: { ids: [leaving] } })],
      ['remove', 'DELETE_USER', () => admin.call(profiles.remove, { params: { id } })],
    ];
  },
  notWalked: ['losses'],
  references,
};

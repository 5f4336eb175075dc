import { type BulkChange, bulkChanges } from '@keyward/contract/bulk-changes';
import { profiles } from '@keyward/contract/profiles';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import { firstAndHolder } from './profiles.ts';
import {
  type Cell,
  editing,
  groupTag,
  type Make,
  type ResourceOf,
  type Scene,
  type TenantName,
  type World,
  type Hidden,
  type Ids,
} from './resource.ts';
import { roleHolds } from './roles.ts';
import { chosenIn, foreign, foreignGroup, slot } from './slots.ts';

const needs = editing('USERS');
const newProfile: Make = (world, tenant, location) => world.make('profiles', tenant, location);

/** A change that ended this profile, with the id of its event. */
async function recorded({ owner }: World, tenant: TenantName, profile: string) {
  const [id, event] = [randomUUID(), randomUUID()];
  await owner.query('insert into bulk_change (tenant_id, id) values ($1, $2)', [tenants[tenant], id]);
  await owner.query(
    `insert into bulk_change_row (tenant_id, bulk_change_id, profile_id, event_id, version, before)
     values ($1, $2, $3, $4, (select version from profile where id = $3), '{"validity":{"valid_from":null,"valid_until":"2099-01-01T00:00:00.000Z"}}')`,
    [tenants[tenant], id, profile, event],
  );
  return { id, event };
}

type Change = (cell: Cell) => object;
const roleOf: Change = ({ own }) => ({ kind: 'roles', give: [own('roles').id], take: [] });
const groupOf: Change = ({ tags }) => {
  const { tagId, values } = groupTag(tags);
  return { kind: 'tag', tagId, give: values, take: [] };
};
/** Moves to a location without rows: afterwards only all-data access makes the row visible. */
const newLocationOf: Change = ({ tags, own }) => ({
  kind: 'tag',
  tagId: tags.location,
  give: [own('locations')['name']],
  take: [],
});
const mail: Change = () => ({ kind: 'sendReset' });
const off: Change = () => ({ kind: 'active', disabled: true });
/** The chosen rows are the target. */
const ofTarget = (change: Change) =>
  ({
    aimsInBody: true,
    target: newProfile,
    body: (cell: Cell) => ({ rows: { ids: [cell.id] }, change: change(cell) }),
  }) as const;

/** A profile with a role, after one without: the roles of each are judged. */
const ofHolder = (change: Change) =>
  ({
    ...ofTarget(change),
    grants: roleHolds,
    target: firstAndHolder,
    body: (cell: Cell) => ({ rows: { ids: [cell.ids['first'] ?? cell.id, cell.id] }, change: change(cell) }),
  }) as const;
const none = { name: 'like:no such person' };
const byQuery = (count: number) => (cell: Cell) => ({ rows: { filterData: none, count }, change: groupOf(cell) });
const found = [
  { variant: 'all', needs, ok: 200, body: byQuery(0) },
  { variant: 'other count', needs, ok: 409, body: byQuery(3) },
] as const;

type Spec = typeof bulkChanges.apply | typeof bulkChanges.preview;
function references(scene: Scene) {
  const change: BulkChange = { kind: 'active', disabled: true };
  const own = { ids: [scene.here('profiles').id] };
  const inRows = (spec: Spec, title: string) =>
    chosenIn(scene, 'profiles', spec, title, 'username', (rows) => ({ rows, change }));
  const named = (spec: Spec, title: string) => {
    const given = (of: Hidden, changeOf: (id: string) => BulkChange) =>
      slot(spec, of, (id) => ({ body: { rows: own, change: changeOf(id) } }));
    const role = foreign(scene, 'roles');
    return {
      [`a role ${title}`]: given(role, (id) => ({ kind: 'roles', give: [id], take: [] })),
      [`a role ${title} or take`]: given(role, (id) => ({ kind: 'roles', give: [], take: [id] })),
      [`a group ${title}`]: given(foreignGroup(scene), (id) => ({ kind: 'tag', tagId: id, give: ['Toys'], take: [] })),
    };
  };
  const eventOf = (ids: Ids) => ids['event'] ?? '';
  const events = { theirs: eventOf(scene.theirs('bulkChanges')), away: eventOf(scene.away('bulkChanges')) };
  return {
    slots: {
      ...inRows(bulkChanges.preview, 'profiles to preview a change of'),
      ...inRows(bulkChanges.apply, 'profiles to change'),
      ...named(bulkChanges.preview, 'to preview giving'),
      ...named(bulkChanges.apply, 'to give'),
      'the event of a change': slot(bulkChanges.ofEvent, events, (id) => ({ query: { event: id } })),
    },
  };
}

export const bulkChangesResource: ResourceOf<'bulkChanges'> = {
  make: async (world, tenant, location) =>
    recorded(world, tenant, (await newProfile(world, tenant, location, false)).id),
  calls: {
    preview: [{ needs, ok: 200, ...ofTarget(groupOf) }, ...found],
    apply: [
      { variant: 'groups', needs, ok: 200, regroups: true, ...ofTarget(groupOf) },
      { variant: 'role', needs, ok: 200, assigns: true, grants: roleHolds, ...ofTarget(roleOf) },
      { variant: 'off', needs, ok: 200, appointed: 'acts', ...ofTarget(off) },
      { variant: 'to a new location', needs, ok: 200, regroups: true, into: null, ...ofTarget(newLocationOf) },
      { variant: 'holder among others', needs, ok: 200, regroups: true, into: null, ...ofHolder(newLocationOf) },
      // it has no mail address
      { variant: 'mail', needs, ok: 400, ...ofTarget(mail) },
      { variant: 'mail to a holder', needs, ok: 400, ...ofTarget(mail), grants: roleHolds, target: firstAndHolder },
      ...found,
    ],
    ofEvent: { needs, ok: 200, query: `?event=${randomUUID()}` },
    undo: [
      { needs, ok: 200 },
      {
        variant: 'holder',
        needs,
        ok: 200,
        grants: roleHolds,
        target: async (world, tenant, location) =>
          recorded(world, tenant, (await firstAndHolder(world, tenant, location, false)).id),
      },
    ],
  },
  locations: async ({ make, portal }) => {
    const near = await make('bulkChanges', 'demo', 'North');
    const far = await make('bulkChanges', 'demo', 'South');
    return {
      reads: [near, far].map((ids) => `${bulkChanges.ofEvent.path}?event=${ids['event']}`),
      stir: async () => {
        for (const location of ['South', null] as const) {
          const { id } = await make('bulkChanges', 'demo', location);
          await portal.as.admin.call(bulkChanges.undo, { params: { id } });
        }
      },
    };
  },
  walk: async ({ world, tags }) => {
    const { admin } = world.portal.as;
    let id: string | null = null;
    const body = { name: 'One of many', username: 'one.of.many', tags };
    const profile = (await admin.call(profiles.create, { body })).data.id;
    const { tagId, values } = groupTag(world.tags.demo);
    const change: BulkChange = { kind: 'tag', tagId, give: values, take: [] };
    return [
      [
        'apply',
        'MODIFY_USER',
        async () => {
          ({ id } = (await admin.call(bulkChanges.apply, { body: { rows: { ids: [profile] }, change } })).data);
        },
      ],
      ['undo', 'MODIFY_USER', () => admin.call(bulkChanges.undo, { params: { id: id ?? '' } })],
    ];
  },
  // it writes nothing
  notWalked: ['preview'],
  references,
};

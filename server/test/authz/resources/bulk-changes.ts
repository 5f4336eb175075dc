import { type BulkChange, bulkChanges } from '@keyward/contract/bulk-changes';
import { profiles } from '@keyward/contract/profiles';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import {
  type Cell,
  editing,
  groupTag,
  type Location,
  type Make,
  type ResourceOf,
  type Scene,
  type TenantName,
  type World,
  type Hidden,
} from './resource.ts';
import { roleHolds } from './roles.ts';
import { chosenIn, foreign, foreignGroup, hidden, slot } from './slots.ts';

const needs = editing('USERS');
const newProfile: Make = (world, tenant, place) => world.make('profiles', tenant, place);

/** A change of the validity of one profile, with the id of its event. */
async function recorded({ owner, make }: World, tenant: TenantName, place: Location) {
  const [id, event] = [randomUUID(), randomUUID()];
  const profile = (await make('profiles', tenant, place)).id;
  await owner.query('insert into bulk_change (tenant_id, id) values ($1, $2)', [tenants[tenant], id]);
  await owner.query(
    `insert into bulk_change_row (tenant_id, bulk_change_id, profile_id, event_id, version, before)
     values ($1, $2, $3, $4, (select version from profile where id = $3), '{"validity":{"valid_from":null,"valid_until":null}}')`,
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
const off: Change = () => ({ kind: 'active', disabled: true });
/** The chosen rows are the target. */
const ofTarget = (change: Change) =>
  ({
    aimsInBody: true,
    target: newProfile,
    body: (cell: Cell) => ({ rows: { ids: [cell.id] }, change: change(cell) }),
  }) as const;

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
  return {
    slots: {
      ...inRows(bulkChanges.preview, 'profiles to preview a change of'),
      ...inRows(bulkChanges.apply, 'profiles to change'),
      ...named(bulkChanges.preview, 'to preview giving'),
      ...named(bulkChanges.apply, 'to give'),
      'the event of a change': slot(bulkChanges.ofEvent, hidden(scene, 'activity'), (id) => ({ query: { event: id } })),
    },
  };
}

export const bulkChangesResource: ResourceOf<'bulkChanges'> = {
  make: async (world, tenant, place) => ({ id: (await recorded(world, tenant, place)).id }),
  calls: {
    preview: [{ needs, ok: 200, ...ofTarget(groupOf) }],
    apply: [
      { variant: 'groups', needs, ok: 200, regroups: true, ...ofTarget(groupOf) },
      { variant: 'role', needs, ok: 200, assigns: true, grants: roleHolds, ...ofTarget(roleOf) },
      { variant: 'off', needs, ok: 200, appointed: 'acts', ...ofTarget(off) },
    ],
    ofEvent: { needs, ok: 200, query: `?event=${randomUUID()}` },
    undo: { needs, ok: 200 },
  },
  locations: async (world) => ({
    reads: [`${bulkChanges.ofEvent.path}?event=${(await recorded(world, 'demo', 'North')).event}`],
  }),
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

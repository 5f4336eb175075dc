import { groups } from '@keyward/contract/groups';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import { type Make, reading, type ResourceOf } from './resource.ts';
import { foreignGroup, slot } from './slots.ts';

/** A tag of that kind, groups with a value 'A'. Each replaces the previous one, because their number is limited. */
const tagOf =
  (kind: 'text' | 'group'): Make =>
  async ({ owner }, tenant, _location, forOnce) => {
    if (forOnce) {
      await owner.query(`delete from tag_definition where tenant_id = $1 and label like 'Made %'`, [tenants[tenant]]);
    }
    const id = randomUUID();
    await owner.query(
      `insert into tag_definition (tenant_id, id, label, category, type, position) values ($1, $2, $3, 'x', $4, 900)`,
      [tenants[tenant], id, `${forOnce ? 'Made' : 'Stays'} ${id.slice(0, 8)}`, kind === 'text' ? 0 : 1],
    );
    if (kind === 'group') {
      await owner.query(
        `insert into tag_value (tenant_id, tag_definition_id, name, position) values ($1, $2, 'A', 0)`,
        [tenants[tenant], id],
      );
    }
    return { id };
  };

const editGroups = [['ACCESS-GROUP-TAGS', 'EDIT']] as const;
const editTexts = [['TAGS', 'EDIT']] as const;
const onGroup = {
  needs: { oneOf: [...editGroups, ...editTexts] },
  ok: 200,
  everywhere: true,
  ofKind: 'ACCESS-GROUP-TAGS',
} as const;
const onText = { ...onGroup, variant: 'text', ofKind: 'TAGS', target: tagOf('text') } as const;
/** The right to any list that shows tags, or to the groups themselves. */
const readNames = {
  needs: {
    oneOf: [
      ['DEVICES', 'READ'],
      ['EVENT-STORE', 'READ'],
      ['USERS', 'READ'],
      ['SECURE-KEYS', 'READ'],
      ['ACCESS-GROUP-TAGS', 'READ'],
    ],
  },
  ok: 200,
} as const;

export const groupsResource: ResourceOf<'groups'> = {
  permissions: { 'ACCESS-GROUP-TAGS': ['READ', 'EDIT'], TAGS: ['READ', 'EDIT'], 'ASSIGN-ACCESS-GROUPS': ['TRUE'] },
  held: { manager: { 'ACCESS-GROUP-TAGS': 'READ', 'ASSIGN-ACCESS-GROUPS': 'TRUE' } },
  make: tagOf('group'),
  calls: {
    definitions: readNames,
    names: readNames,
    all: [
      { needs: reading('ACCESS-GROUP-TAGS'), ok: 200, query: '?type=1' },
      { variant: 'text', needs: reading('TAGS'), ok: 200, query: '?type=0' },
    ],
    usage: [onGroup, onText],
    create: [
      {
        needs: { oneOf: editGroups },
        ok: 201,
        body: ({ next }) => ({ label: `Made ${next()}`, type: 1, values: ['A'] }),
      },
      {
        variant: 'text',
        needs: { oneOf: editTexts },
        ok: 201,
        body: ({ next }) => ({ label: `Made ${next()}`, type: 0 }),
      },
    ],
    update: [
      { ...onGroup, body: ({ next }) => ({ label: `Made ${next()}` }) },
      { ...onText, body: ({ next }) => ({ label: `Made ${next()}` }) },
    ],
    editValues: { ...onGroup, body: () => ({ values: [{ oldValue: 'A', newValue: 'B' }] }) },
    move: [
      { ...onGroup, body: () => ({ before: null }) },
      { ...onText, body: () => ({ before: null }) },
    ],
    remove: [
      { ...onGroup, ok: 204 },
      { ...onText, ok: 204 },
    ],
  },
  tenantWide: ['all', 'usage'],
  locations: async () => ({ reads: [groups.definitions.path, groups.names.path] }),
  walk: ({ world }) => {
    const { admin } = world.portal.as;
    let id = '';
    return [
      [
        'create',
        'ADD_TAG_DEFINITION',
        async () => {
          const body = { label: 'Walked by', type: 1 as const, values: ['A', 'B'] };
          id = (await admin.call(groups.create, { body })).data.id;
        },
      ],
      [
        'update',
        'MODIFY_TAG_DEFINITION',
        () => admin.call(groups.update, { params: { id }, body: { label: 'Walked on', values: ['B', 'A'] } }),
      ],
      [
        'editValues',
        'MODIFY_TAG_DEFINITION',
        () => {
          const values = [
            { oldValue: 'A', newValue: 'C' },
            { oldValue: 'B', newValue: null },
          ];
          return admin.call(groups.editValues, { params: { id }, body: { values } });
        },
      ],
      [
        'move',
        'MODIFY_TAG_DEFINITION',
        () => admin.call(groups.move, { params: { id }, body: { before: world.tags.demo.location } }),
      ],
      ['remove', 'DELETE_TAG_DEFINITION', () => admin.call(groups.remove, { params: { id } })],
    ];
  },
  references: async (scene) => {
    const { owner, tags } = scene.world;
    const own = { params: { id: tags.demo.department } };
    const values = await owner.query<{ id: string }>(
      `select id from tag_value where tenant_id = $1 and tag_definition_id = $2 and name = 'Toys'`,
      [tenants.harbor, tags.harbor.department],
    );
    return {
      slots: {
        'the tag that another goes before': slot(groups.move, foreignGroup(scene), (id) => ({
          ...own,
          body: { before: id },
        })),
        'a value that stays': slot(groups.update, { theirs: values.rows[0]?.id ?? '' }, (id) => ({
          ...own,
          body: { values: [{ id }] },
        })),
      },
      valueNames: {
        edit: (as, name) =>
          as.request(groups.editValues, { ...own, body: { values: [{ oldValue: name, newValue: 'Renamed' }] } }),
      },
    };
  },
};

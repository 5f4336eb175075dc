import { type SavedView, views } from '@keyward/contract/views';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import { type Make, reading, type ResourceOf, type Tags } from './resource.ts';
import { foreign, foreignGroup, slot } from './slots.ts';

const blank: SavedView = {
  name: 'View',
  description: '',
  base: 'Overview',
  filter: {},
  search: '',
  sort: [],
  columns: [{ accessorKey: 'name' }],
  sharing: { with: 'nobody' },
};
/** The list that the views belong to. */
const ofDevices = { resource: 'device' } as const;
const numbered = (n: number) => ({ ...blank, name: `View ${n}` });
/** A view of the devices in a group, shared with everyone. */
export const sharedView = (tags: Tags) => ({
  ...blank,
  name: 'Toys',
  filter: { [`tags.${tags.department}`]: 'Toys' },
  sharing: { with: 'everyone' as const },
  ...ofDevices,
});

/** A view of a profile that is not a caller. */
const viewOf =
  (deletedAt: () => Date | null): Make =>
  async ({ owner, profileOf }, tenant) => {
    const id = randomUUID();
    await owner.query(
      `insert into saved_view (tenant_id, id, owner_id, owner_name, resource, name, base, content, updated_by, deleted_at)
       values ($1, $2, $3, 'Greta', 'device', $4, 'Overview', $5, 'Greta', $6)`,
      [
        tenants[tenant],
        id,
        await profileOf(tenant, 'gone'),
        randomUUID(),
        '{"filter":{},"search":"","sort":[],"columns":[]}',
        deletedAt(),
      ],
    );
    return { id };
  };
const deletedView = viewOf(() => new Date());

export const viewsResource: ResourceOf<'views'> = {
  permissions: { 'SHARE-VIEWS': ['TRUE'] },
  make: viewOf(() => null),
  calls: {
    // each list adds its own: `list` of its resource
    list: [],
    counts: [],
    filterOptions: [],
    create: [
      { needs: reading('DEVICES'), ok: 201, body: ({ next }) => ({ ...numbered(next()), ...ofDevices }) },
      {
        variant: 'shared',
        needs: { ...reading('DEVICES'), and: 'SHARE-VIEWS' },
        ok: 201,
        body: ({ next }) => ({ ...numbered(next()), sharing: { with: 'everyone' }, ...ofDevices }),
      },
    ],
    update: { needs: 'signed in', ok: 200, private: true, body: ({ next }) => numbered(next()) },
    remove: { needs: 'signed in', ok: 204, private: true },
    restore: { needs: 'signed in', ok: 200, private: true, target: deletedView },
    audience: { needs: { oneOf: [['SHARE-VIEWS', 'TRUE']] }, ok: 200 },
  },
  tenantWide: ['audience'],
  walk: ({ world }) => {
    const { manager } = world.portal.as;
    const walked = { ...blank, name: 'Walked' };
    let id = '';
    return [
      [
        'create',
        'ADD_VIEW',
        async () => {
          id = (await manager.call(views.create, { body: { ...walked, ...ofDevices } })).data.value;
        },
      ],
      [
        'update',
        'MODIFY_VIEW',
        () => manager.call(views.update, { params: { id }, body: { ...walked, description: 'Walked by' } }),
      ],
      ['remove', 'DELETE_VIEW', () => manager.call(views.remove, { params: { id } })],
      ['restore', 'ADD_VIEW', () => manager.call(views.restore, { params: { id } })],
    ];
  },
  references: async (scene) => {
    const { next, portal } = scene.world;
    const saved = await portal.as.admin.call(views.create, { body: { ...numbered(next()), ...ofDevices } });
    const shared = (roleId: string) => ({ ...numbered(next()), sharing: { with: 'role' as const, roleId } });
    return {
      slots: {
        'the role that a view is shared with': slot(views.create, foreign(scene, 'roles'), (id) => ({
          body: { ...shared(id), ...ofDevices },
        })),
        'the role that a changed view is shared with': slot(
          views.update,
          { ...foreign(scene, 'roles'), by: ['admin'] },
          (id) => ({ params: { id: saved.data.value }, body: shared(id) }),
        ),
        'a tag that a view filters by': slot(views.create, foreignGroup(scene), (id) => ({
          body: { ...numbered(next()), filter: { [`tags.${id}`]: 'Toys' }, ...ofDevices },
        })),
        'a tag that the counts of views are filtered by': slot(views.counts, foreignGroup(scene), (id) => ({
          query: { ...ofDevices, [`tags.${id}`]: 'Toys' },
        })),
        'a tag whose values are offered': slot(views.filterOptions, foreignGroup(scene), (id) => ({
          params: { ...ofDevices, column: `tags.${id}` },
          query: {},
        })),
      },
    };
  },
};

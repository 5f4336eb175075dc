import { views } from '@keyward/contract/views';
import { type WatchInput, watches } from '@keyward/contract/watches';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import { type Make, reading, type ResourceOf } from './resource.ts';
import { foreign, foreignGroup, slot } from './slots.ts';
import { sharedView } from './views.ts';

const spoken = { name: 'Watch', rule: { when: 'count', above: 3 }, delivery: 'inbox', quiet: null } as const;
const watched: Pick<WatchInput, 'resource' | 'base' | 'filter' | 'search'> = {
  resource: 'device',
  base: 'Overview',
  filter: {},
  search: '',
};

/** A watch of a profile that is not a caller. */
const watch: Make = async ({ owner, profileOf }, tenant) => {
  const id = randomUUID();
  await owner.query(
    `insert into watch (tenant_id, id, owner_id, name, resource, base, content, rule, delivery, timed, updated_by)
     values ($1, $2, $3, 'Watch', 'device', 'Overview', '{"filter":{},"search":""}', '{"when":"appears"}', 'inbox', false, 'Greta')`,
    [tenants[tenant], id, await profileOf(tenant, 'gone')],
  );
  return { id };
};

export const watchesResource: ResourceOf<'watches'> = {
  make: watch,
  calls: {
    list: { needs: 'signed in', ok: 200 },
    all: { needs: 'in-product admin', ok: 200 },
    create: { needs: reading('DEVICES'), ok: 201, body: () => ({ ...spoken, ...watched }) },
    update: { needs: 'signed in', ok: 200, private: true, body: () => spoken },
    follow: { needs: 'signed in', ok: 200, private: true },
    remove: { needs: 'signed in', ok: 204, private: true },
    preview: { needs: reading('DEVICES'), ok: 200, body: () => ({ rule: spoken.rule, ...watched }) },
  },
  tenantWide: ['all'],
  walk: async ({ world }) => {
    const { manager } = world.portal.as;
    const view = { ...sharedView(world.tags.demo), name: 'Followed', sharing: { with: 'nobody' as const } };
    const { value } = (await manager.call(views.create, { body: view })).data;
    await manager.call(views.update, { params: { id: value }, body: { ...view, search: 'lock' } });
    let id = '';
    return [
      [
        'create',
        'ADD_WATCH',
        async () => {
          id = (await manager.call(watches.create, { body: { ...spoken, ...watched, view: value } })).data.id;
        },
      ],
      [
        'update',
        'MODIFY_WATCH',
        () => manager.call(watches.update, { params: { id }, body: { ...spoken, name: 'W2' } }),
      ],
      ['follow', 'MODIFY_WATCH', () => manager.call(watches.follow, { params: { id } })],
      ['remove', 'DELETE_WATCH', () => manager.call(watches.remove, { params: { id } })],
    ];
  },
  notWalked: ['preview'],
  locations: async () => ({ reads: [watches.list.path] }),
  references: (scene) => ({
    slots: {
      'a tag that a watch filters by': slot(watches.create, foreignGroup(scene), (id) => ({
        body: { ...spoken, ...watched, filter: { [`tags.${id}`]: 'Toys' } },
      })),
      'the view that a watch is a copy of': slot(watches.create, foreign(scene, 'views'), (id) => ({
        body: { ...spoken, ...watched, view: id },
      })),
      'a tag that a preview filters by': slot(watches.preview, foreignGroup(scene), (id) => ({
        body: { rule: spoken.rule, ...watched, filter: { [`tags.${id}`]: 'Toys' } },
      })),
    },
  }),
};

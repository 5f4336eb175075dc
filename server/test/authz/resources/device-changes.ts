import { type DeviceChange, deviceChanges } from '@keyward/contract/device-changes';
import { devices } from '@keyward/contract/devices';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import {
  type Cell,
  editing,
  groupTag,
  type Ids,
  type Make,
  type ResourceOf,
  type Scene,
  storeTag,
  type TenantName,
  type World,
} from './resource.ts';
import { chosenIn, foreignGroup, slot } from './slots.ts';

const needs = editing('DEVICES');
const newDevice: Make = (world, tenant, location) => world.make('devices', tenant, location);

/** A change that took the groups of this device, with the id of its event. */
async function recorded({ owner }: World, tenant: TenantName, device: string) {
  const [id, event] = [randomUUID(), randomUUID()];
  await owner.query('insert into bulk_change (tenant_id, id) values ($1, $2)', [tenants[tenant], id]);
  await owner.query(
    `insert into bulk_change_device (tenant_id, bulk_change_id, device_id, event_id, version, before)
     select $1, $2, $3, $4, d.version, jsonb_build_object('tags', jsonb_build_object(t.id, jsonb_build_object(
       'every', true, 'valueIds', '[]'::jsonb, 'text', null)))
     from device d join tag_definition t on t.tenant_id = d.tenant_id and t.label = 'Department' where d.id = $3`,
    [tenants[tenant], id, device, event],
  );
  return { id, event };
}

type Change = (cell: Cell) => object;
const groupOf: Change = ({ tags }) => {
  const { tagId, values } = groupTag(tags);
  return { kind: 'tag', tagId, give: values, take: [] };
};
const to =
  (location: 'North' | 'South'): Change =>
  ({ tags }) => {
    const { tagId, values } = storeTag(tags, location);
    return { kind: 'tag', tagId, give: values, take: [] };
  };
const dualAuth: Change = () => ({ kind: 'dualAuth', on: true });
/** The chosen rows are the target. */
const ofTarget = (change: Change) =>
  ({
    aimsInBody: true,
    target: newDevice,
    body: (cell: Cell) => ({ rows: { ids: [cell.id] }, change: change(cell) }),
  }) as const;
const none = { name: 'like:no such device' };
const byQuery = (count: number) => (cell: Cell) => ({ rows: { filterData: none, count }, change: groupOf(cell) });
const found = [
  { variant: 'all', needs, ok: 200, body: byQuery(0) },
  { variant: 'other count', needs, ok: 409, body: byQuery(3) },
] as const;

type Spec = typeof deviceChanges.apply | typeof deviceChanges.preview;
function references(scene: Scene) {
  const change: DeviceChange = { kind: 'dualAuth', on: true };
  const own = { ids: [scene.here('devices').id] };
  const inRows = (spec: Spec, title: string) =>
    chosenIn(scene, 'devices', spec, title, 'id', (rows) => ({ rows, change }));
  const giveToys = (tagId: string): DeviceChange => ({ kind: 'tag', tagId, give: ['Toys'], take: [] });
  const inGroup = (spec: Spec) =>
    slot(spec, foreignGroup(scene), (id) => ({ body: { rows: own, change: giveToys(id) } }));
  const eventOf = (ids: Ids) => ids['event'] ?? '';
  const events = { theirs: eventOf(scene.theirs('deviceChanges')), away: eventOf(scene.away('deviceChanges')) };
  return {
    slots: {
      ...inRows(deviceChanges.preview, 'devices to preview a change of'),
      ...inRows(deviceChanges.apply, 'devices to change'),
      'a group to preview giving to devices': inGroup(deviceChanges.preview),
      'a group to give to devices': inGroup(deviceChanges.apply),
      'the event of a change to devices': slot(deviceChanges.ofEvent, events, (id) => ({ query: { event: id } })),
    },
  };
}

export const deviceChangesResource: ResourceOf<'deviceChanges'> = {
  make: async (world, tenant, location) =>
    recorded(world, tenant, (await newDevice(world, tenant, location, false)).id),
  calls: {
    preview: [{ needs, ok: 200, ...ofTarget(to('North')) }, ...found],
    apply: [
      { variant: 'groups', needs, ok: 200, needsLocation: true, regroups: true, ...ofTarget(groupOf) },
      { variant: 'to South', needs, ok: 200, into: 'South', ...ofTarget(to('South')) },
      // an OKM does not support it
      { variant: 'dual authorization', needs, ok: 400, ...ofTarget(dualAuth) },
      ...found,
    ],
    ofEvent: { needs, ok: 200, query: `?event=${randomUUID()}` },
    // the device regains its former values, even if a location has become required
    undo: { needs, ok: 200, regroups: true },
  },
  locations: async ({ make, portal }) => {
    const near = await make('deviceChanges', 'demo', 'North');
    const far = await make('deviceChanges', 'demo', 'South');
    return {
      reads: [near, far].map((ids) => `${deviceChanges.ofEvent.path}?event=${ids['event']}`),
      stir: async () => {
        const { id } = await make('deviceChanges', 'demo', 'South');
        await portal.as.admin.call(deviceChanges.undo, { params: { id } });
      },
    };
  },
  walk: async ({ world, tags }) => {
    const { admin } = world.portal.as;
    let id: string | null = null;
    const serial = `3A10${(0xe00000 + world.next()).toString(16).toUpperCase().padStart(12, '0')}`;
    const body = { name: 'One of many', serial_number: serial, tags };
    const device = (await admin.call(devices.create, { body })).data.id;
    const { tagId, values } = groupTag(world.tags.demo);
    const change: DeviceChange = { kind: 'tag', tagId, give: values, take: [] };
    return [
      [
        'apply',
        'MODIFY_DEVICE',
        async () => {
          ({ id } = (await admin.call(deviceChanges.apply, { body: { rows: { ids: [device] }, change } })).data);
        },
      ],
      ['undo', 'MODIFY_DEVICE', () => admin.call(deviceChanges.undo, { params: { id: id ?? '' } })],
    ];
  },
  // it writes nothing
  notWalked: ['preview'],
  references,
};

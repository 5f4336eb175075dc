import { devices } from '@keyward/contract/devices';
import { views } from '@keyward/contract/views';
import { randomUUID } from 'node:crypto';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { whileConfirmed } from './confirm.ts';
import { ofGroup, replacing, serialNumber } from './device-targets.ts';
import {
  editing,
  groupTag,
  reading,
  type References,
  type ResourceOf,
  type Scene,
  storeTag,
  type TenantName,
  type World,
} from './resource.ts';
import { chosenSlots, foreignGroup, hidden, listSlots, slot } from './slots.ts';
import { sharedView } from './views.ts';

/** The id and secret of a token of that controller. */
export async function newToken(
  { owner }: World,
  tenant: TenantName,
  deviceId: string,
): Promise<{ id: string; secret: string }> {
  const id = randomUUID();
  const secret = newSecret();
  await owner.query(
    `insert into controller_token (tenant_id, id, device_id, token_hash, prefix, created_by)
     values ($1, $2, $3, $4, $5, 'Test')`,
    [tenants[tenant], id, deviceId, secretHash(secret), secret.slice(0, 8)],
  );
  return { id, secret };
}

const padlock = (n: number, name: string, tags: { tagId: string; values: string[] }[]) => ({
  name,
  serial_number: serialNumber('3A10', n),
  tags,
});
const none = { name: 'like:no such device' };

function references(scene: Scene): References {
  const { world, here, away, theirs } = scene;
  const tags = world.tags.demo;
  const group = foreignGroup(scene);
  const { id: own } = here('devices');
  const inGroup = (id: string) => ({ tagId: id, values: ['Toys'] });
  const newDevice = (...list: { tagId: string; values: string[] }[]) => padlock(world.next(), 'New', list);
  const token = { theirs: theirs('devices')['tokenId'] ?? '', away: away('devices')['tokenId'] ?? '' };
  return {
    slots: {
      'a tag of a new device': slot(devices.create, group, (id) => ({
        body: newDevice(storeTag(tags, north), inGroup(id)),
      })),
      'the location of a new device': slot(devices.create, { theirs: world.tags.harbor.location }, (id) => ({
        body: newDevice({ tagId: id, values: [north] }),
      })),
      'a tag of a device': slot(devices.update, group, (id) => ({
        params: { id: own },
        body: { name: 'Y', tags: [inGroup(id)] },
      })),
      'the token of a controller': slot(devices.revokeToken, token, (id) => ({ params: { id: own, tokenId: id } })),
      'the ids of a list of devices': slot(devices.list, hidden(scene, 'devices'), (id) => ({
        query: { id: `${own},${id}` },
      })),
      ...listSlots(scene, devices.list, 'devices'),
      ...chosenSlots(scene, 'devices', devices.removeMany, 'devices to delete'),
      ...chosenSlots(scene, 'devices', devices.losses, 'what goes with devices'),
    },
    valueNames: {
      device: (as, name) =>
        as.request(devices.create, { body: newDevice(storeTag(tags, north), groupTag(tags, name)) }),
      list: (as, name) => as.request(devices.list, { query: { [`tags.${tags.department}`]: name } }),
    },
  };
}

export const devicesResource: ResourceOf<'devices'> = {
  permissions: { DEVICES: ['READ', 'EDIT'], 'CAN-EXPORT-CSV-DEVICES': ['TRUE'] },
  held: {
    clerk: { DEVICES: 'READ' },
    manager: { DEVICES: 'EDIT', 'CAN-EXPORT-CSV-DEVICES': 'TRUE' },
    editor: { DEVICES: 'EDIT' },
  },
  /** An OKM with a token. */
  make: async (world, tenant, location) => {
    const id = randomUUID();
    const serial = serialNumber('9F40', world.next());
    const store = world.tags[tenant].store(location);
    await world.owner.query(
      `insert into device (tenant_id, id, device_type_id, name, serial_number, location_definition_id, location_value_id)
       select $1, $2, id, 'Target', $3, $4, $5 from device_type where tenant_id = $1 and device_class = 'OKM' limit 1`,
      [tenants[tenant], id, serial, store && world.tags[tenant].location, store],
    );
    await world.owner.query(
      `insert into list_tally values ($1, 'device', coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'), 1)
       on conflict (tenant_id, resource, location_id) do update set n = list_tally.n + 1`,
      [tenants[tenant], store],
    );
    return { id, serial, tokenId: (await newToken(world, tenant, id)).id };
  },
  calls: {
    list: [
      { needs: reading('DEVICES'), ok: 200 },
      {
        variant: 'export',
        needs: { ...reading('DEVICES'), and: 'CAN-EXPORT-CSV-DEVICES' },
        ok: 200,
        query: '?results_per_page=201',
      },
    ],
    get: { needs: reading('DEVICES'), ok: 200 },
    create: [
      {
        variant: 'North',
        needs: editing('DEVICES'),
        ok: 201,
        into: 'North',
        body: ({ tags, next }) => padlock(next(), 'New', [storeTag(tags, 'North')]),
      },
      {
        variant: 'South',
        needs: editing('DEVICES'),
        ok: 201,
        into: 'South',
        body: ({ tags, next }) => padlock(next(), 'New', [storeTag(tags, 'South')]),
      },
      { variant: 'nowhere', needs: editing('DEVICES'), ok: 400, body: ({ next }) => padlock(next(), 'New', []) },
      {
        variant: 'groups',
        needs: editing('DEVICES'),
        ok: 201,
        into: 'North',
        regroups: true,
        body: ({ tags, next }) => padlock(next(), 'New', [storeTag(tags, 'North'), groupTag(tags)]),
      },
      {
        variant: 'foreign tag',
        needs: editing('DEVICES'),
        ok: 400,
        body: ({ foreignTags, next }) => padlock(next(), 'New', [storeTag(foreignTags, 'North')]),
      },
      {
        variant: 'unknown tag',
        needs: editing('DEVICES'),
        ok: 400,
        body: ({ next }) => padlock(next(), 'New', [{ tagId: randomUUID(), values: ['North'] }]),
      },
    ],
    update: [
      { needs: editing('DEVICES'), ok: 200, needsLocation: true, body: ({ next }) => ({ name: `Renamed ${next()}` }) },
      {
        variant: 'groups',
        needs: editing('DEVICES'),
        ok: 200,
        needsLocation: true,
        regroups: true,
        body: ({ tags }) => ({ name: 'Target', tags: [groupTag(tags)] }),
      },
      {
        variant: 'to South',
        needs: editing('DEVICES'),
        ok: 200,
        into: 'South',
        body: ({ tags }) => ({ name: 'Target', tags: [storeTag(tags, 'South')] }),
      },
    ],
    replace: [replacing, { ...replacing, ...ofGroup }],
    remove: [
      { needs: editing('DEVICES'), ok: 204 },
      { needs: editing('DEVICES'), ok: 204, ...ofGroup },
    ],
    removeMany: [
      { needs: editing('DEVICES'), ok: 200, aimsInBody: true, body: ({ id }) => ({ ids: [id] }) },
      { needs: editing('DEVICES'), ok: 200, aimsInBody: true, body: ({ id }) => ({ ids: [id] }), ...ofGroup },
      { variant: 'all', needs: editing('DEVICES'), ok: 200, body: () => ({ filterData: none, count: 0 }) },
      { variant: 'other count', needs: editing('DEVICES'), ok: 409, body: () => ({ filterData: none, count: 3 }) },
    ],
    losses: [
      { needs: editing('DEVICES'), ok: 200, aimsInBody: true, body: ({ id }) => ({ ids: [id] }) },
      { variant: 'all', needs: editing('DEVICES'), ok: 200, body: () => ({ filterData: none, count: 0 }) },
      { variant: 'other count', needs: editing('DEVICES'), ok: 409, body: () => ({ filterData: none, count: 3 }) },
    ],
    // the target is an OKM, not a key: every authorised caller gets this refusal
    reportLost: { needs: editing('DEVICES'), ok: 400, body: () => ({}) },
    reportFound: { needs: editing('DEVICES'), ok: 409 },
    tokens: { needs: editing('DEVICES'), ok: 200 },
    issueToken: [
      { needs: editing('DEVICES'), ok: 403, confirmed: false },
      { variant: 'confirmed', needs: editing('DEVICES'), ok: 201, confirmed: true },
    ],
    revokeToken: [
      { needs: editing('DEVICES'), ok: 204 },
      {
        variant: 'another',
        needs: editing('DEVICES'),
        ok: 404,
        params: ({ own }) => ({ tokenId: own('devices')['tokenId'] ?? '' }),
      },
    ],
  },
  list: {
    resource: 'device',
    needs: reading('DEVICES'),
    named: 'name',
    sorts: ['name', 'serial_number', 'device_type_name', 'locationTagValue', 'security_status', 'state_updated_at'],
    options: ['device_type_name', 'locationTagValue'],
  },
  locations: async (world) => {
    const { admin } = world.portal.as;
    const tags = world.tags.demo;
    const shared = (await admin.call(views.create, { body: sharedView(tags) })).data.value;
    const nearDevice = await world.deviceOf('demo', serials.northPadlock);
    const northOkm = await world.deviceOf('demo', serials.northOkm);
    return {
      reads: [
        `${devices.list.path}?custom_view=${shared}`,
        `${devices.list.path}?custom_view=Unassigned+Devices`,
        `${devices.list.path}/${nearDevice}`,
        `${devices.list.path}/${northOkm}/controller-tokens`,
      ],
      stir: async () => {
        const made: string[] = [];
        for (const name of ['Secret one', 'Secret two', 'Secret three']) {
          const body = padlock(world.next(), name, [storeTag(tags, south), groupTag(tags)]);
          made.push((await admin.call(devices.create, { body })).data.id);
        }
        await admin.call(devices.update, { params: { id: made[0] ?? '' }, body: { name: 'Secret renamed' } });
        await admin.call(devices.remove, { params: { id: made[1] ?? '' } });
        const id = await world.deviceOf('demo', serials.southOkm);
        await admin.call(devices.update, { params: { id }, body: { name: `Secret cabinet ${world.next()}` } });
        const issue = () => admin.call(devices.issueToken, { params: { id } });
        await whileConfirmed(world, devices.issueToken.confirm, issue);
        for (const location of ['South', null] as const) await world.make('devices', 'demo', location);
      },
    };
  },
  walk: async ({ world, tags, secrets }) => {
    const { manager } = world.portal.as;
    const okm = await world.deviceOf('demo', serials.northOkm);
    const former = padlock(world.next(), 'Former', tags);
    const replaced = (await manager.call(devices.create, { body: former })).data.id;
    const key = await world.deviceOf('demo', serials.northKey);
    const toGo = (await manager.call(devices.create, { body: padlock(world.next(), 'To go', tags) })).data.id;
    let id = '';
    let tokenId = '';
    return [
      [
        'create',
        'ADD_DEVICE',
        async () => {
          id = (await manager.call(devices.create, { body: padlock(world.next(), 'Walked', tags) })).data.id;
        },
      ],
      ['update', 'MODIFY_DEVICE', () => manager.call(devices.update, { params: { id }, body: { name: 'Walked on' } })],
      [
        'issueToken',
        'ISSUE_CONTROLLER_TOKEN',
        async () => {
          const issue = () => manager.call(devices.issueToken, { params: { id: okm } });
          const { data } = await whileConfirmed(world, devices.issueToken.confirm, issue);
          tokenId = data.id;
          secrets.push(data.token);
        },
      ],
      [
        'revokeToken',
        'REVOKE_CONTROLLER_TOKEN',
        () => manager.call(devices.revokeToken, { params: { id: okm, tokenId } }),
      ],
      [
        'replace',
        'REPLACE_DEVICE',
        () =>
          manager.call(devices.replace, {
            params: { id: replaced },
            body: { serial_number: serialNumber('3A10', world.next()), replaces: former.serial_number },
          }),
      ],
      ['reportLost', 'REPORT_KEY_LOST', () => manager.call(devices.reportLost, { params: { id: key }, body: {} })],
      ['reportFound', 'REPORT_KEY_FOUND', () => manager.call(devices.reportFound, { params: { id: key } })],
      ['removeMany', 'DELETE_DEVICE', () => manager.call(devices.removeMany, { body: { ids: [toGo] } })],
      ['remove', 'DELETE_DEVICE', () => manager.call(devices.remove, { params: { id } })],
    ];
  },
  notWalked: ['losses'],
  references,
};

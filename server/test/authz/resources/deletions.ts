import { deletions } from '@keyward/contract/deletions';
import { devices } from '@keyward/contract/devices';
import { profiles } from '@keyward/contract/profiles';
import { randomUUID } from 'node:crypto';
import { type Snapshot, type DeletionKind, type TagSnapshot, sealSnapshot } from '#core/deletions/snapshot.ts';
import { tenants } from '#testing/people.ts';
import { editing, type Ids, type Make, type ResourceOf, type Scene, type TenantName, type World } from './resource.ts';
import { slot } from './slots.ts';

type Location = Parameters<Make>[2];

function locationTag({ tags }: World, tenant: TenantName, location: Location): TagSnapshot[] {
  const { location: id, store } = tags[tenant];
  const value = store(location);
  if (value === null) return [];
  return [{ id, label: 'Location', every: false, text: null, values: [{ id: value, name: String(location) }] }];
}

/** Stores a row as if it had been deleted at that location. */
async function deleted<K extends DeletionKind>(
  { owner, portal, tags }: World,
  { tenant, location, kind }: { tenant: TenantName; location: Location; kind: K },
  snapshot: Snapshot[K],
): Promise<Ids> {
  const id = randomUUID();
  const tenantId = tenants[tenant];
  const at = tags[tenant].store(location);
  const sealed = sealSnapshot<K>(portal.vault, { tenantId, id }, snapshot);
  await owner.query(
    `insert into deletion (tenant_id, id, kind, deleted_by, locations, sealed) values ($1, $2, $3, 'Ada Admin', $4, $5)`,
    [tenantId, id, kind, at === null ? [] : [at], sealed],
  );
  return { id };
}

const serialOf = (world: World) => `3A10${(0xde1000 + world.next()).toString(16).toUpperCase().padStart(12, '0')}`;
const deletedDevice: Make = (world, tenant, location) => {
  const snapshot = {
    name: 'Deleted',
    serial: serialOf(world),
    curfew: null,
    tags: locationTag(world, tenant, location),
  };
  return deleted(world, { tenant, location, kind: 'device' }, snapshot);
};
/** The same, for a device that was in a group. */
const deletedOfGroup: Make = async (world, tenant, location) => {
  const id = world.tags[tenant].department;
  const { rows } = await world.owner.query<{ id: string; name: string }>(
    `select id, name from tag_value where tenant_id = $1 and tag_definition_id = $2 and name = 'Toys'`,
    [tenants[tenant], id],
  );
  const group = { id, label: 'Department', every: false, text: null, values: rows };
  const snapshot = {
    name: 'Deleted',
    serial: serialOf(world),
    curfew: null,
    tags: [...locationTag(world, tenant, location), group],
  };
  return deleted(world, { tenant, location, kind: 'device' }, snapshot);
};
const deletedProfile: Make = (world, tenant, location) =>
  deleted(
    world,
    { tenant, location, kind: 'profile' },
    {
      name: 'Deleted',
      username: `deleted.${world.next()}`,
      email: null,
      disabled: false,
      validFrom: null,
      validUntil: null,
      roles: [],
      tags: locationTag(world, tenant, location),
    },
  );

function references(scene: Scene) {
  const ids = (name: string) => ({
    theirs: scene.theirs('deletions')[name] ?? '',
    away: scene.away('deletions')[name] ?? '',
  });
  return {
    slots: {
      'the id of a deleted device': slot(deletions.devices, ids('id'), (id) => ({ query: { id } })),
      'the id of a deleted profile': slot(deletions.users, ids('profile'), (id) => ({ query: { id } })),
    },
  };
}

const ofDevices = editing('DEVICES');
const ofUsers = editing('USERS');
export const deletionsResource: ResourceOf<'deletions'> = {
  /** A deleted device and a deleted profile. */
  make: async (world, tenant, location) => ({
    id: (await deletedDevice(world, tenant, location, false)).id,
    profile: (await deletedProfile(world, tenant, location, false)).id,
  }),
  calls: {
    devices: { needs: ofDevices, ok: 200 },
    device: { needs: ofDevices, ok: 200 },
    restoreDevice: [
      { needs: ofDevices, ok: 201 },
      { variant: 'of a group', needs: ofDevices, ok: 201, regroups: true, target: deletedOfGroup },
    ],
    users: { needs: ofUsers, ok: 200 },
    user: { needs: ofUsers, ok: 200, target: deletedProfile },
    restoreUser: { needs: ofUsers, ok: 201, target: deletedProfile },
  },
  locations: async (world) => {
    const near = await world.make('deletions', 'demo', 'North');
    return {
      reads: [
        deletions.devices.path,
        deletions.users.path,
        `${deletions.devices.path}/${near.id}`,
        `${deletions.users.path}/${near['profile']}`,
      ],
      stir: async () => {
        for (const location of ['South', null] as const) await world.make('deletions', 'demo', location);
      },
    };
  },
  walk: async ({ world, tags }) => {
    const { admin } = world.portal.as;
    const body = { name: 'Comes back', serial_number: serialOf(world), tags };
    const device = (await admin.call(devices.create, { body })).data.id;
    const profile = (await admin.call(profiles.create, { body: { name: 'Back', username: 'comes.back', tags } })).data
      .id;
    await admin.call(devices.remove, { params: { id: device } });
    await admin.call(profiles.remove, { params: { id: profile } });
    return [
      ['restoreDevice', 'RESTORE_DEVICE', () => admin.call(deletions.restoreDevice, { params: { id: device } })],
      ['restoreUser', 'RESTORE_USER', () => admin.call(deletions.restoreUser, { params: { id: profile } })],
    ];
  },
  references,
};

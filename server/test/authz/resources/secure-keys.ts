import { uuid } from '@keyward/contract/characters';
import { secureKeys } from '@keyward/contract/onepass';
import { randomUUID } from 'node:crypto';
import { openOnePass } from '#testing/onepass.ts';
import { serials, tenants } from '#testing/people.ts';
import { editing, type Location, reading, type ResourceOf, type TenantName, type World } from './resource.ts';
import { hidden, listSlots, slot } from './slots.ts';

/** The serial number by which calls name a device: the first 16 digits of an id; any other text stays as it is. */
const serialOf = (id: string) => (uuid.test(id) ? id.replaceAll('-', '').slice(0, 16) : id);
const idOfLock = () => `3a10${randomUUID().slice(4)}`;

/** A device that keys open, at a location of a tenant; the first digits of its id are its serial number. */
async function newLock({ owner, tags }: World, tenant: TenantName, location: Location): Promise<string> {
  const id = idOfLock();
  const store = tags[tenant].store(location);
  await owner.query(
    `insert into device (tenant_id, id, device_type_id, name, serial_number, location_definition_id, location_value_id)
     select $1, $2, id, 'Lock of keys', $3, $4, $5 from device_type where tenant_id = $1 and name = 'ir padlock 2.0'`,
    [tenants[tenant], id, serialOf(id).toUpperCase(), store && tags[tenant].location, store],
  );
  await owner.query(
    `insert into list_tally values ($1, 'device', coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'), 1)
     on conflict (tenant_id, resource, location_id) do update set n = list_tally.n + 1`,
    [tenants[tenant], store],
  );
  return id;
}

const day = { duration: 24 * 60, count: 3 };

export const secureKeysResource: ResourceOf<'secureKeys'> = {
  permissions: { 'SECURE-KEYS': ['READ', 'EDIT'] },
  held: { manager: { 'SECURE-KEYS': 'EDIT' } },
  make: async (world, tenant, location) => {
    const id = randomUUID();
    const device = await newLock(world, tenant, location);
    await world.owner.query(
      `insert into secure_key (tenant_id, id, device_id, created_by, created_by_name, duration, expires_at, max_uses, secret)
       values ($1, $2, $3, $2, 'Test', 60, now() + interval '1 hour', 3, decode('00', 'hex'))`,
      [tenants[tenant], id, device],
    );
    return { id, device };
  },
  calls: {
    list: [
      { needs: reading('SECURE-KEYS'), ok: 200 },
      {
        variant: 'export',
        needs: { ...reading('SECURE-KEYS'), and: 'CAN-EXPORT-CSV-DEVICES' },
        ok: 200,
        query: '?results_per_page=201',
      },
    ],
    get: { needs: reading('SECURE-KEYS'), ok: 200 },
    create: {
      needs: editing('SECURE-KEYS'),
      ok: 201,
      aimsInBody: true,
      target: async (world, tenant, location) => ({ id: await newLock(world, tenant, location) }),
      body: ({ id }) => ({ serial: serialOf(id), ...day }),
    },
  },
  list: {
    resource: 'secure-key',
    needs: reading('SECURE-KEYS'),
    named: 'device_name',
    sorts: ['device_name', 'serial_number', 'device_type_name', 'expiration_timestamp', 'uses', 'invite_email'],
    options: ['device_type_name', 'locationTagValue'],
  },
  locations: async (world) => {
    const { admin } = world.portal.as;
    const { id } = await world.make('secureKeys', 'demo', 'North');
    const onepass = openOnePass(world.portal);
    const keys = [await onepass.key(), await onepass.key({ serial: serials.southPadlock })];
    const mixed = await onepass.invite(admin, { keys, email: 'before@secret.example' });
    const filters = ['like:*secret*', 'not:like:*secret*', 'before@secret.example', 'EXISTS'];
    return {
      reads: [
        `${secureKeys.list.path}?custom_view=Active`,
        ...[id, ...keys].map((key) => `${secureKeys.list.path}/${key}`),
        ...filters.map((filter) => `${secureKeys.list.path}?invite_email=${encodeURIComponent(filter)}`),
      ],
      stir: async () => {
        // an invitation with keys at both locations
        await world.owner.query(`update secure_key_invite set email = 'after@example.com' where id = $1`, [mixed.id]);
        await admin.call(secureKeys.create, { body: { serial: serials.southPadlock, ...day } });
        for (const location of ['South', null] as const) await world.make('secureKeys', 'demo', location);
      },
    };
  },
  walk: ({ world }) => {
    const { manager } = world.portal.as;
    const body = { serial: serials.northPadlock, ...day };
    return [['create', 'ADD_SECURE_KEY', () => manager.call(secureKeys.create, { body })]];
  },
  references: (scene) => ({
    slots: {
      'the device of a new key': slot(
        secureKeys.create,
        { theirs: scene.theirs('secureKeys')['device'] ?? '', away: scene.away('secureKeys')['device'] ?? '' },
        (id) => ({ body: { serial: serialOf(id), ...day } }),
      ),
      'the ids of a list of keys': slot(secureKeys.list, hidden(scene, 'secureKeys'), (id) => ({
        query: { id: `${scene.here('secureKeys').id},${id}` },
      })),
      ...listSlots(scene, secureKeys.list, 'keys'),
    },
  }),
};

import { randomUUID } from 'node:crypto';
import { custody } from '@keyward/contract/custody';
import { tenants } from '#testing/people.ts';
import { editing, reading, type ResourceOf, type Scene, type TenantName, type World } from './resource.ts';
import { slot } from './slots.ts';

/** Gives a device to a profile, as a checked-out key. */
async function take({ owner }: World, tenant: TenantName, deviceId: string, username: string) {
  await owner.query(
    `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
     select tenant_id, $1, id, now() from profile where tenant_id = $2 and username = $3`,
    [deviceId, tenants[tenant], username],
  );
}

export const custodyResource: ResourceOf<'custody'> = {
  make: (world, tenant, location) => world.make('devices', tenant, location),
  calls: {
    board: { needs: reading('DEVICES'), ok: 200 },
    closing: { needs: reading('DEVICES'), ok: 200 },
    // for a key that is not checked out
    remind: { needs: editing('DEVICES'), ok: 409, body: () => ({ holder: randomUUID() }) },
  },
  locations: async () => ({ reads: [custody.board.path, custody.closing.path] }),
  walk: async ({ world }) => {
    const { id } = await world.make('devices', 'demo', 'North');
    await take(world, 'demo', id, 'clerk');
    const holder = await world.profileOf('demo', 'clerk');
    return [
      [
        'remind',
        'REMIND_KEY_HOLDER',
        () => world.portal.as.manager.call(custody.remind, { params: { id }, body: { holder } }),
      ],
    ];
  },
  references: async (scene: Scene) => {
    const { world, away, theirs } = scene;
    const holder = await world.profileOf('demo', 'clerk');
    const own = (await world.make('devices', 'demo', 'North')).id;
    await take(world, 'demo', own, 'clerk');
    /** Checks a key out and returns its location. */
    const outAt = async (tenant: TenantName, { id }: { id: string }) => {
      await take(world, tenant, id, 'clerk');
      const at = await world.owner.query<{ location: string }>(
        'select location_value_id as location from device where id = $1',
        [id],
      );
      return at.rows[0]?.location ?? '';
    };
    const locations = {
      theirs: await outAt('harbor', theirs('devices')),
      away: await outAt('demo', away('devices')),
    };
    return {
      slots: {
        'the location whose keys are shown': slot(custody.board, locations, (id) => ({ query: { location: id } })),
        'the key whose holder is reminded': slot(
          custody.remind,
          { theirs: theirs('devices').id, away: away('devices').id },
          (id) => ({ params: { id }, body: { holder } }),
        ),
        'the holder who is reminded': slot(
          custody.remind,
          { theirs: await world.profileOf('harbor', 'clerk'), away: away('profiles').id },
          (id) => ({ params: { id: own }, body: { holder: id } }),
        ),
      },
    };
  },
};

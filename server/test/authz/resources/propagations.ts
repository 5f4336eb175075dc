import { propagations } from '@keyward/contract/propagation';
import { serials, tenants } from '#testing/people.ts';
import { type Make, reading, type ResourceOf } from './resource.ts';
import { hidden, slot } from './slots.ts';

const profile: Make = ({ make }, tenant, location) => make('profiles', tenant, location);
const device: Make = ({ make }, tenant, location) => make('devices', tenant, location);
/** A OnePASS key of a new device. */
const key: Make = async ({ make, owner }, tenant, location) => {
  const { id } = await make('devices', tenant, location);
  const { rows } = await owner.query<{ id: string }>(
    `insert into secure_key (tenant_id, device_id, created_by, created_by_name, duration, expires_at, max_uses, secret)
     values ($1, $2, $2, 'Somebody', 60, now() + interval '1 hour', 1, '') returning id`,
    [tenants[tenant], id],
  );
  return { id: rows[0]?.id ?? '' };
};

export const propagationsResource: ResourceOf<'propagations'> = {
  make: profile,
  calls: {
    user: { needs: { ...reading('USERS'), andReads: 'DEVICES' }, ok: 200 },
    device: { needs: reading('DEVICES'), ok: 200, target: device },
    secureKey: { needs: reading('SECURE-KEYS'), ok: 200, target: key },
  },
  locations: async (world) => {
    const { id } = await world.make('profiles', 'demo', 'North');
    const padlock = await world.deviceOf('demo', serials.northPadlock);
    const made = await key(world, 'demo', 'North', false);
    return {
      reads: [
        `/api/v1/users/${id}/propagation`,
        `/api/v1/devices/${padlock}/propagation`,
        `/api/v1/secure-keys/${made.id}/propagation`,
      ],
    };
  },
  references: (scene) => ({
    slots: {
      'the person of a propagation': slot(propagations.user, hidden(scene, 'profiles'), (id) => ({ params: { id } })),
      'the device of a propagation': slot(propagations.device, hidden(scene, 'devices'), (id) => ({ params: { id } })),
    },
  }),
};

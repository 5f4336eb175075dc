import { why } from '@keyward/contract/why';
import { randomUUID } from 'node:crypto';
import { serials } from '#testing/people.ts';
import { type Make, reading, type ResourceOf } from './resource.ts';
import { hidden, slot } from './slots.ts';

const both = { ...reading('USERS'), andReads: 'DEVICES' };
const device: Make = ({ make }, tenant, location) => make('devices', tenant, location);
const ids = () => `?ids=${randomUUID()}`;

export const whyResource: ResourceOf<'why'> = {
  /** A profile and a device. */
  make: async ({ make }, tenant, location) => ({
    id: (await make('profiles', tenant, location)).id,
    deviceId: (await make('devices', tenant, location)).id,
  }),
  calls: {
    device: { needs: both, ok: 200 },
    devices: { needs: both, ok: 200, query: ids() },
    people: { needs: both, ok: 200, query: ids(), target: device },
    permission: { needs: reading('USERS'), ok: 200, params: () => ({ permission: 'ROLES' }) },
  },
  locations: async ({ make, deviceOf }) => {
    const { id } = await make('profiles', 'demo', 'North');
    const [padlock, okm] = [await deviceOf('demo', serials.northPadlock), await deviceOf('demo', serials.northOkm)];
    return {
      reads: [
        `/api/v1/users/${id}/why/devices/${padlock}`,
        `/api/v1/users/${id}/why/devices?ids=${padlock},${okm}`,
        `/api/v1/devices/${padlock}/why/users?ids=${id}`,
        ...['DEVICES', 'ROLES', 'ALL-DATA-ACCESS'].map((name) => `/api/v1/users/${id}/why/permissions/${name}`),
      ],
    };
  },
  references: (scene) => {
    const { here } = scene;
    const [ownProfile, ownDevice] = [here('profiles').id, here('devices').id];
    return {
      slots: {
        'the device of a why': slot(why.device, hidden(scene, 'devices'), (id) => ({
          params: { id: ownProfile, deviceId: id },
        })),
        'the person of a why': slot(why.device, hidden(scene, 'profiles'), (id) => ({
          params: { id, deviceId: ownDevice },
        })),
        'one of the devices of a why': slot(why.devices, hidden(scene, 'devices'), (id) => ({
          params: { id: ownProfile },
          query: { ids: `${ownDevice},${id}` },
        })),
        'one of the people of a why': slot(why.people, hidden(scene, 'profiles'), (id) => ({
          params: { id: ownDevice },
          query: { ids: `${ownProfile},${id}` },
        })),
      },
    };
  },
};

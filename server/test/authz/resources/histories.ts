import { serials } from '#testing/people.ts';
import { type Make, reading, type ResourceOf } from './resource.ts';

const profile: Make = ({ make }, tenant, location) => make('profiles', tenant, location);
const range = '?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z';

export const historiesResource: ResourceOf<'histories'> = {
  make: ({ make }, tenant, location) => make('devices', tenant, location),
  calls: {
    device: { needs: reading('DEVICES'), ok: 200, query: range },
    profile: { needs: reading('USERS'), ok: 200, query: range, target: profile },
  },
  locations: async ({ make, deviceOf }) => {
    const { id } = await make('profiles', 'demo', 'North');
    return {
      reads: [
        `/api/v1/devices/${await deviceOf('demo', serials.northKey)}/history${range}`,
        `/api/v1/users/${id}/history${range}`,
      ],
    };
  },
};

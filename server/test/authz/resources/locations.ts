import { locations } from '@keyward/contract/locations';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import { editing, reading, type ResourceOf } from './resource.ts';

const body = { time_zone: 'Asia/Tokyo', week: null, exceptions: [] };

export const locationsResource: ResourceOf<'locations'> = {
  // a new location, which no other row has
  make: async ({ owner, tags }, tenant) => {
    const id = randomUUID();
    const name = `Place ${id.slice(0, 8)}`;
    await owner.query(
      `insert into tag_value (tenant_id, tag_definition_id, id, name, position) values ($1, $2, $3, $4, 900)`,
      [tenants[tenant], tags[tenant].location, id, name],
    );
    return { id, name };
  },
  calls: {
    // all who read groups see the locations of the whole tenant
    get: { needs: reading('ACCESS-GROUP-TAGS'), ok: 200, everywhere: true },
    update: { needs: editing('ACCESS-GROUP-TAGS'), ok: 200, everywhere: true, body: () => body },
  },
  tenantWide: ['get'],
  walk: ({ world }) => [
    [
      'update',
      'MODIFY_TAG_DEFINITION',
      () => {
        const params = { id: world.tags.demo.store('North') ?? '' };
        return world.portal.as.admin.call(locations.update, { params, body });
      },
    ],
  ],
};

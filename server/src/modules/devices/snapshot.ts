import { supportsDualAuth } from '@keyward/contract/devices';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { keepDeletions } from '#core/deletions/store.ts';
import { tagSnapshots } from '#core/deletions/tags.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import { findForKeeping } from './queries.ts';
import { deviceTags } from './service.ts';
import { contentOf, lostOf } from './shape.ts';

/** Stores snapshots from which these devices can be restored, before they are deleted. */
export async function keepDevices(db: Db, by: { vault: Vault; actor: Actor }, ids: readonly string[]): Promise<void> {
  const definitions = await deviceTags(db);
  const leaving = (await findForKeeping(db, ids)).map((device) => {
    const lost = lostOf(device);
    return {
      id: device.id,
      locations: locationIds(device.location_id),
      snapshot: {
        name: device.name,
        serial: device.serial_number,
        ...(supportsDualAuth(device.type_name) ? { dualAuth: device.info.dual_auth ?? false } : {}),
        curfew: device.curfew,
        ...(lost ? { lost } : {}),
        tags: tagSnapshots(definitions, contentOf(device, definitions)),
      },
    };
  });
  await keepDeletions(db, by, 'device', leaving);
}

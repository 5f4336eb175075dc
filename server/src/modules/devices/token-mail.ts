import { paths } from '@keyward/contract/paths';
import type { Vault } from '#core/auth/secrets.ts';
import { locationZones } from '#core/locations/zones.ts';
import { locationIds } from '#core/locations/ids.ts';
import { tellRolesEditors } from '#core/mail/roles-editors.ts';
import { timeWords } from '#core/mail/words.ts';
import type { Db } from '#db/tenant.ts';
import type { StoredDevice } from './queries.ts';

/**
 * Mails every profile that may edit roles who issued a token of this OKM and when, in the zone of its location. Docs: decision
 * 0158.
 */
export async function mailIssued(
  db: Db,
  vault: Vault,
  { id, name, location_id: location }: StoredDevice,
  { created_at: at, created_by: by }: { created_at: string; created_by: string },
): Promise<void> {
  const zone = (await locationZones(db))(locationIds(location));
  await tellRolesEditors(db, vault, {
    kind: 'tokenIssued',
    params: (locale) => ({ by, device: name, time: timeWords(at, locale, zone), path: paths.devices({ open: id }) }),
  });
}

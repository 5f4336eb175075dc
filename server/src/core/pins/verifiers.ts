import type { Expression } from 'kysely';
import type { Vault } from '#core/auth/secrets.ts';
import { anyFound } from '#db/fragments.ts';
import { type Db, sendNow } from '#db/tenant.ts';

/** What the verifier of a profile's PIN is sealed with. */
export const verifierContext = (tenantId: string, profileId: string): string => `pin verifier ${tenantId} ${profileId}`;

/** The verifiers of these profiles, as PHC strings, by profile; without those that are not made yet. Sent as by `sendNow`. */
export async function openVerifiers(
  db: Db,
  vault: Vault,
  profileIds: Expression<string>,
): Promise<Map<string, string>> {
  const query = db.selectFrom('pin').select(['profile_id', 'verifier']).where('profile_id', '=', anyFound(profileIds));
  const pins = await sendNow(db, query);
  return new Map(
    pins.flatMap(({ profile_id: id, verifier }) => {
      const opened = verifier && vault.open(verifier, verifierContext(db.tenantId, id));
      return opened ? [[id, opened]] : [];
    }),
  );
}

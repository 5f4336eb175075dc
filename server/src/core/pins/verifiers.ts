import type { Expression } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Vault } from '#core/auth/secrets.ts';
import { anyFound } from '#db/fragments.ts';
import { type Db, sendNow } from '#db/tenant.ts';

/** The context that the verifier of a profile's PIN is sealed with. */
export const verifierContext = (tenantId: string, profileId: string): string => `pin verifier ${tenantId} ${profileId}`;

/** Number of opened verifiers kept in memory, some 6 MB: hundreds of controllers ask for the same thousands of people in turn. */
const keptOpen = 20_000;
type Opened = { sealed: string; verifier: string };
const opened = new WeakMap<Vault, LRUCache<string, Opened>>();

/** Opens a sealed verifier, or returns the last one opened for this profile if unchanged; undefined if it cannot be opened. */
function open(vault: Vault, context: string, bytes: Buffer): string | undefined {
  const kept = opened.get(vault) ?? new LRUCache<string, Opened>({ max: keptOpen });
  opened.set(vault, kept);
  // copied: the buffer is a view of a larger one from the socket, which the cache would keep in memory
  const sealed = bytes.toString('latin1');
  const last = kept.get(context);
  if (last?.sealed === sealed) return last.verifier;
  const verifier = vault.open(bytes, context);
  if (verifier !== undefined) kept.set(context, { sealed, verifier });
  return verifier;
}

/** The verifiers of these profiles, as PHC strings, by profile; without those not made yet. Sent as by `sendNow`. */
export async function openVerifiers(
  db: Db,
  vault: Vault,
  profileIds: Expression<string>,
): Promise<Map<string, string>> {
  const query = db.selectFrom('pin').select(['profile_id', 'verifier']).where('profile_id', '=', anyFound(profileIds));
  const pins = await sendNow(db, query);
  return new Map(
    pins.flatMap(({ profile_id: id, verifier: sealed }) => {
      const verifier = sealed && open(vault, verifierContext(db.tenantId, id), sealed);
      return verifier ? [[id, verifier]] : [];
    }),
  );
}

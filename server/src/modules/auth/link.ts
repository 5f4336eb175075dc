import { PortalError } from '#core/errors.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { looksLikeSecret, secretHash } from '#core/auth/secrets.ts';
import { type Db, rows } from '#db/tenant.ts';
import { lockProfile } from './queries.ts';
import { startSession } from './service.ts';

const consume = `update sign_in_link set used_at = now()
  where tenant_id = $1 and token_hash = $2 and used_at is null and expires_at > now() returning profile_id`;

/** Signs in with a one-time link of the operator. Errors: linkNotValid, whatever is wrong with it. */
export async function signInByLink(db: Db, http: Exchange, token: string) {
  const [used] = looksLikeSecret(token)
    ? await rows<{ profile_id: string }>(db, consume, [db.tenantId, secretHash(token)])
    : [];
  const profile = used && (await lockProfile(db, used.profile_id));
  if (!profile || profile.disabled) throw new PortalError('linkNotValid');
  await startSession(db, profile, http, 'link');
  return { data: { isAuthenticated: true } } as const;
}

import { type Db, rows } from '#db/tenant.ts';
import { newSecret, secretHash, type Vault } from './secrets.ts';

/** How long a token to set a password is good, in minutes (docs/decisions). */
export const tokenMinutes = { reset: 60, first: 7 * 24 * 60, temporary: 10 } as const;
export type TokenPurpose = keyof typeof tokenMinutes;

const sealContext = (tenantId: string, profileId: string) => `welcome link ${tenantId} ${profileId}`;

/** Every change of a link holds the profile first, so that two of them, or a link and a change, come one by one. */
const hold = 'select from profile where tenant_id = $1 and id = $2 for no key update';

/** One live link a person. The token of a temporary password stands apart: it neither ends links nor is ended by them. */
const endOthers = `update password_token set used_at = now(), sealed = null
  where tenant_id = $1 and profile_id = $2 and used_at is null and purpose <> $3 and purpose <> 'temporary' and $3 <> 'temporary'`;

const issue = `
  insert into password_token as t
    (tenant_id, profile_id, purpose, token_hash, password_version, email_fold, expires_at, sealed, used_at)
  select $1, p.id, $3, $4, p.password_version, p.email_fold, now() + make_interval(mins => $5), $6,
    -- disabled while the call was under way; a new profile may be disabled, and its link waits for it
    case when p.disabled and $3 <> 'first' then now() end
  from profile p where p.tenant_id = $1 and p.id = $2
  on conflict (tenant_id, profile_id, purpose) do update set
    token_hash = excluded.token_hash, password_version = excluded.password_version, email_fold = excluded.email_fold,
    created_at = now(), expires_at = excluded.expires_at, used_at = excluded.used_at, sealed = excluded.sealed`;

/**
 * A token to set the profile's password, shown once. It dies on use, with the next link, and after `tokenMinutes`; the
 * trigger `end_links` ends it for good when the password or the e-mail address changes and when the profile is disabled.
 * @param vault keeps a welcome link readable, for `welcomeAgain`.
 */
export async function issuePasswordToken(
  db: Db,
  profileId: string,
  purpose: TokenPurpose,
  vault?: Vault,
): Promise<string> {
  const token = newSecret();
  const sealed = purpose === 'first' ? (vault?.seal(token, sealContext(db.tenantId, profileId)) ?? null) : null;
  await rows(db, hold, [db.tenantId, profileId]);
  await rows(db, endOthers, [db.tenantId, profileId, purpose]);
  await rows(db, issue, [db.tenantId, profileId, purpose, secretHash(token), tokenMinutes[purpose], sealed]);
  return token;
}

const liveWelcome = `
  select sealed, floor(extract(epoch from expires_at - now()) / 60)::int as minutes from password_token
  where tenant_id = $1 and profile_id = $2 and purpose = 'first' and used_at is null
    and expires_at > now() + interval '1 minute'`;
const replaceWelcome = `update password_token set token_hash = $3, sealed = $4
  where tenant_id = $1 and profile_id = $2 and purpose = 'first'`;

/**
 * The live welcome link of a profile, and for how many more minutes it is good; undefined where there is none. One that
 * this server's key does not open is replaced, and keeps its end.
 */
export async function welcomeAgain(
  db: Db,
  profileId: string,
  vault: Vault,
): Promise<{ token: string; minutes: number } | undefined> {
  await rows(db, hold, [db.tenantId, profileId]);
  const [live] = await rows<{ sealed: Buffer | null; minutes: number }>(db, liveWelcome, [db.tenantId, profileId]);
  if (!live) return undefined;
  const context = sealContext(db.tenantId, profileId);
  const known = live.sealed && vault.open(live.sealed, context);
  if (known) return { token: known, minutes: live.minutes };
  const token = newSecret();
  await rows(db, replaceWelcome, [db.tenantId, profileId, secretHash(token), vault.seal(token, context)]);
  return { token, minutes: live.minutes };
}

import { throughProvider } from '#core/auth/sso-policy.ts';
import { type Db, rows } from '#db/tenant.ts';

export type SsoProvider = { issuer: string; client_id: string; client_secret: Buffer; profile_claim: string };

/** The tenant's identity provider; with a profile ID: only if the policy sends it there. */
export async function ssoProvider(db: Db, username?: string): Promise<SsoProvider | undefined> {
  const found = await rows<SsoProvider>(
    db,
    `select issuer, client_id, client_secret, profile_claim from sso_provider s
     where s.tenant_id = $1 and ($2::text is null or ${throughProvider('fold($2)')})`,
    [db.tenantId, username ?? null],
  );
  return found[0];
}

/** Who signs in through the provider, and how an account finds its profile the first time. */
export type SsoChoice = {
  claim: string;
  /** Of profile IDs, after the @; none: everybody. */
  domains: readonly string[];
  /** Profile IDs that keep their password. */
  passwordNames: readonly string[];
};

const store = `
  insert into sso_provider as s
    (tenant_id, issuer, client_id, client_secret, profile_claim, domains, password_names)
  values ($1, $2, $3, $4, $5, $6, array(select fold(n) from unnest($7::text[]) n))
  on conflict (tenant_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
    client_secret = excluded.client_secret, profile_claim = excluded.profile_claim, domains = excluded.domains,
    password_names = excluded.password_names, updated_at = now()`;

type StoredProvider = SsoChoice & {
  issuer: string;
  clientId: string;
  /** Sealed. */
  clientSecret: Buffer;
};

/** Makes it the tenant's provider, instead of any other. */
export const upsertProvider = (
  db: Db,
  { issuer, clientId, clientSecret, claim, domains, passwordNames }: StoredProvider,
) => rows(db, store, [db.tenantId, issuer, clientId, clientSecret, claim, [...domains], [...passwordNames]]);

export const removeProvider = (db: Db) => rows(db, 'delete from sso_provider where tenant_id = $1', [db.tenantId]);

/** The profile that an account of the provider was bound to at its first sign-in. */
export async function boundProfile(db: Db, issuer: string, subject: string): Promise<string | undefined> {
  const [bound] = await rows<{ profile_id: string }>(
    db,
    'select profile_id from federated_identity where tenant_id = $1 and issuer = $2 and subject = $3',
    [db.tenantId, issuer, subject],
  );
  return bound?.profile_id;
}

/** Binds an account of the provider to a profile; false when either is bound already. */
export async function bindProfile(
  db: Db,
  profileId: string,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<boolean> {
  const made = await rows(
    db,
    `insert into federated_identity (tenant_id, issuer, subject, profile_id) values ($1, $2, $3, $4)
     on conflict do nothing returning profile_id`,
    [db.tenantId, issuer, subject, profileId],
  );
  return made.length > 0;
}

import { sql } from 'kysely';
import { folded, throughProvider } from '#core/auth/sso-policy.ts';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** The tenant's identity provider; with a profile ID, only if the policy sends that profile to it. */
export async function findProvider(db: Db, username?: string) {
  let query = db
    .selectFrom('sso_provider as s')
    .select(['s.issuer', 's.client_id', 's.client_secret', 's.profile_claim']);
  if (username !== undefined) query = query.where(throughProvider(folded(username)));
  return query.executeTakeFirst();
}

/** The sign-on policy, and the claim that binds an account to a profile. */
export type SsoOptions = {
  claim: string;
  /** Domains of profile IDs (after the @); all if empty. */
  domains: readonly string[];
  /** Profile IDs that keep their password. */
  passwordNames: readonly string[];
};

type StoredProvider = SsoOptions & {
  issuer: string;
  clientId: string;
  /** Encrypted. */
  clientSecret: Buffer;
};

/** Sets the tenant's provider, replacing any other. */
export const upsertProvider = (
  db: Db,
  { issuer, clientId, clientSecret, claim, domains, passwordNames }: StoredProvider,
) => {
  const provider = {
    issuer,
    client_id: clientId,
    client_secret: clientSecret,
    profile_claim: claim,
    domains: [...domains],
    password_names: sql<string[]>`array(select fold(n) from unnest(${[...passwordNames]}::text[]) n)`,
  };
  return db
    .insertInto('sso_provider')
    .values(provider)
    .onConflict((conflict) => conflict.columns([]).doUpdateSet({ ...provider, updated_at: now }))
    .execute();
};

export const removeProvider = (db: Db) => db.deleteFrom('sso_provider').execute();

/** The profile bound to an account of the provider. */
export async function findBoundProfile(db: Db, issuer: string, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('federated_identity')
    .select('profile_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.profile_id;
}

/** Binds an account of the provider to a profile; false when either is already bound. */
export async function bindProfile(
  db: Db,
  profileId: string,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<boolean> {
  const row = await db
    .insertInto('federated_identity')
    .values({ issuer, subject, profile_id: profileId })
    .onConflict((bound) => bound.doNothing())
    .returning('profile_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Unbinds a profile from its accounts at any provider, and returns them. */
export const unbindProfile = (db: Db, profileId: string): Promise<{ issuer: string; subject: string }[]> =>
  db.deleteFrom('federated_identity').where('profile_id', '=', profileId).returning(['issuer', 'subject']).execute();

import { insertRows } from '#db/bulk.ts';
import { type Db, rows } from '#db/tenant.ts';

export type StoredPasskey = {
  id: string;
  name: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: string;
  last_used_at: string | null;
};

/** The passkeys of a profile, the oldest first. */
export async function passkeysOf(db: Db, profileId: string): Promise<StoredPasskey[]> {
  return rows<StoredPasskey>(
    db,
    `select id, name, credential_id, public_key, counter, transports, created_at, last_used_at
     from passkey where tenant_id = $1 and profile_id = $2 order by created_at, id`,
    [db.tenantId, profileId],
  );
}

/** One passkey of a profile by its credential, locked until the transaction ends. */
export async function lockCredential(
  db: Db,
  profileId: string,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const found = await rows<StoredPasskey>(
    db,
    `select id, name, credential_id, public_key, counter, transports, created_at, last_used_at
     from passkey where tenant_id = $1 and profile_id = $2 and credential_id = $3 for update`,
    [db.tenantId, profileId, credentialId],
  );
  return found[0];
}

/** What a passkey that is being added has to sign: the newest question of a person counts. */
export async function keepChallenge(db: Db, profileId: string, sessionId: string, challenge: string): Promise<void> {
  await rows(
    db,
    `insert into passkey_challenge (tenant_id, profile_id, session_id, challenge, expires_at)
     values ($1, $2, $3, $4, now() + interval '5 minutes')
     on conflict (tenant_id, profile_id) do update set
       session_id = excluded.session_id, challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [db.tenantId, profileId, sessionId, challenge],
  );
}

/** The question of this session, used up. */
export async function takeChallenge(db: Db, profileId: string, sessionId: string): Promise<string | undefined> {
  const [taken] = await rows<{ challenge: string }>(
    db,
    `delete from passkey_challenge where tenant_id = $1 and profile_id = $2 and session_id = $3 and expires_at > now()
     returning challenge`,
    [db.tenantId, profileId, sessionId],
  );
  return taken?.challenge;
}

export async function recoveryCodesLeft(db: Db, profileId: string): Promise<number> {
  const [found] = await rows<{ n: number }>(
    db,
    'select count(*)::int as n from recovery_code where tenant_id = $1 and profile_id = $2 and used_at is null',
    [db.tenantId, profileId],
  );
  return found?.n ?? 0;
}

/** These codes instead of all that there were. */
export async function replaceRecoveryCodes(db: Db, profileId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('profile_id', '=', profileId).execute();
  await insertRows(
    db,
    'recovery_code (tenant_id, profile_id, code_hash)',
    hashes.map((hash) => [profileId, hash]),
  );
}

/** Uses a code up; of any number of uses at once, one gets true. */
export async function useRecoveryCode(db: Db, profileId: string, hash: Buffer): Promise<boolean> {
  const used = await rows(
    db,
    `update recovery_code set used_at = now()
     where tenant_id = $1 and profile_id = $2 and code_hash = $3 and used_at is null returning used_at`,
    [db.tenantId, profileId, hash],
  );
  return used.length > 0;
}

/** Whose sign-in this is, whether it still waits or not. */
export async function ownerOfSecondFactor(db: Db, hash: Buffer): Promise<string | undefined> {
  const [found] = await rows<{ profile_id: string }>(
    db,
    'select profile_id from second_factor where tenant_id = $1 and token_hash = $2',
    [db.tenantId, hash],
  );
  return found?.profile_id;
}

export type SecondFactor = { id: string; profile_id: string; challenge: string | null };

/** The sign-in that waits for its second step, locked; undefined when it has ended, in whatever way. */
export async function lockSecondFactor(db: Db, hash: Buffer): Promise<SecondFactor | undefined> {
  const found = await rows<SecondFactor>(
    db,
    `select s.id, s.profile_id, s.challenge from second_factor s
     join profile p on p.tenant_id = $1 and p.id = s.profile_id and p.password_version = s.password_version
     where s.tenant_id = $1 and s.token_hash = $2 and s.used_at is null and s.expires_at > now() and s.failures < 5
     for update of s`,
    [db.tenantId, hash],
  );
  return found[0];
}

type NewPasskey = {
  name: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
};

export async function insertPasskey(db: Db, profileId: string, key: NewPasskey): Promise<void> {
  const { name, credentialId, publicKey, counter, transports } = key;
  await rows(
    db,
    `insert into passkey (tenant_id, profile_id, name, credential_id, public_key, counter, transports)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [db.tenantId, profileId, name, credentialId, publicKey, counter, transports],
  );
}

export const storePasskeyName = (db: Db, id: string, name: string) =>
  db.updateTable('passkey').set({ name }).where('id', '=', id).execute();

export const deletePasskey = (db: Db, id: string) => db.deleteFrom('passkey').where('id', '=', id).execute();

/** The sign-ins of a profile that wait for their second step end. */
export const endSecondFactorsOf = (db: Db, profileId: string) =>
  db.deleteFrom('second_factor').where('profile_id', '=', profileId).execute();

/** The passkey was used; its authenticator counts so far. */
export const storeCounter = (db: Db, id: string, counter: number) =>
  rows(db, 'update passkey set counter = $3, last_used_at = now() where tenant_id = $1 and id = $2', [
    db.tenantId,
    id,
    counter,
  ]);

/** What a passkey has to sign to continue this sign-in. */
export const storeSigningChallenge = (db: Db, id: string, challenge: string) =>
  rows(db, 'update second_factor set challenge = $3 where tenant_id = $1 and id = $2', [db.tenantId, id, challenge]);

export const endSecondFactor = (db: Db, id: string) =>
  rows(db, 'update second_factor set used_at = now(), challenge = null where tenant_id = $1 and id = $2', [
    db.tenantId,
    id,
  ]);

export const countSecondFactorFailure = (db: Db, id: string) =>
  rows(db, 'update second_factor set failures = failures + 1, challenge = null where tenant_id = $1 and id = $2', [
    db.tenantId,
    id,
  ]);

import { sql } from 'kysely';
import { secretHash } from '#core/auth/secrets.ts';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

const passkeyQuery = (db: Db, profileId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'credential_id', 'public_key', 'counter', 'transports', 'alone'])
    .select(['created_at', 'last_used_at'])
    .where('profile_id', '=', profileId);

export type StoredPasskey = Awaited<ReturnType<typeof passkeysOf>>[number];

/** The passkeys of a profile, oldest first. */
export const passkeysOf = (db: Db, profileId: string) =>
  passkeyQuery(db, profileId).orderBy('created_at').orderBy('id').execute();

/** One passkey of a profile by credential id, locked until the end of the transaction. */
export const lockCredential = (db: Db, profileId: string, credentialId: string) =>
  passkeyQuery(db, profileId).where('credential_id', '=', credentialId).forUpdate().executeTakeFirst();

/** The owner of a passkey that signs in alone, by credential id. */
export async function ownerOfAlonePasskey(db: Db, credentialId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('passkey')
    .select('profile_id')
    .where('credential_id', '=', credentialId)
    .where('alone', '=', true)
    .executeTakeFirst();
  return row?.profile_id;
}

/** Marks a challenge as answered; of several concurrent answers, only one gets true. */
export async function consumeSignInChallenge(db: Db, challenge: string): Promise<boolean> {
  const row = await db
    .insertInto('used_challenge')
    .values({ challenge_hash: secretHash(challenge) })
    .onConflict((used) => used.doNothing())
    .returning('used_at')
    .executeTakeFirst();
  return row !== undefined;
}

/** The challenge for adding a passkey, and whether the passkey is to sign in alone. */
export type AddChallenge = { challenge: string; alone: boolean };

/** Stores the challenge for adding a passkey; only a profile's latest challenge is valid. */
export async function storeChallenge(
  db: Db,
  profileId: string,
  sessionId: string,
  { challenge, alone }: AddChallenge,
): Promise<void> {
  const columns = { session_id: sessionId, challenge, alone, expires_at: sql<string>`now() + interval '5 minutes'` };
  await db
    .insertInto('passkey_challenge')
    .values({ ...columns, profile_id: profileId })
    .onConflict((before) => before.column('profile_id').doUpdateSet(columns))
    .execute();
}

/** Consumes the challenge of this session. */
export const consumeChallenge = (db: Db, profileId: string, sessionId: string): Promise<AddChallenge | undefined> =>
  db
    .deleteFrom('passkey_challenge')
    .where('profile_id', '=', profileId)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .returning(['challenge', 'alone'])
    .executeTakeFirst();

/** Stores the challenge for confirming an act; only a session's latest challenge is valid. */
export async function storeConfirmationChallenge(
  db: Db,
  sessionId: string,
  act: string,
  challenge: string,
): Promise<void> {
  const columns = { act, challenge, expires_at: sql<string>`now() + interval '5 minutes'` };
  await db
    .insertInto('confirmation_challenge')
    .values({ ...columns, session_id: sessionId })
    .onConflict((before) => before.column('session_id').doUpdateSet(columns))
    .execute();
}

/** Consumes the session's challenge for this act. */
export async function consumeConfirmationChallenge(
  db: Db,
  sessionId: string,
  act: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('confirmation_challenge')
    .where('session_id', '=', sessionId)
    .where('act', '=', act)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return row?.challenge;
}

export async function countRecoveryCodes(db: Db, profileId: string): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('profile_id', '=', profileId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(db: Db, profileId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('profile_id', '=', profileId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ profile_id: profileId, code_hash: hash })))
    .execute();
}

/** Consumes a code; of several concurrent uses, only one gets true. */
export async function consumeRecoveryCode(db: Db, profileId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('profile_id', '=', profileId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('used_at')
    .executeTakeFirst();
  return row !== undefined;
}

/** The owner of a sign-in token, pending or not. */
export async function ownerOfSecondFactor(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('second_factor')
    .select('profile_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return row?.profile_id;
}

export type SecondFactor = NonNullable<Awaited<ReturnType<typeof lockSecondFactor>>>;

/** The sign-in pending its second step, locked; undefined once it has ended. */
export const lockSecondFactor = (db: Db, hash: Buffer) =>
  db
    .selectFrom('second_factor as s')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.id', '=', 's.profile_id').onRef('p.password_version', '=', 's.password_version'),
    )
    .select(['s.id', 's.profile_id', 's.challenge'])
    .where('s.token_hash', '=', hash)
    .where('s.used_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.failures', '<', 5)
    .forUpdate('s')
    .executeTakeFirst();

type NewPasskey = {
  name: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  alone: boolean;
};

export async function insertPasskey(db: Db, profileId: string, key: NewPasskey): Promise<void> {
  const { name, credentialId, publicKey, counter, transports, alone } = key;
  await db
    .insertInto('passkey')
    .values({
      profile_id: profileId,
      name,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      transports,
      alone,
    })
    .execute();
}

export const updatePasskeyName = (db: Db, id: string, name: string) =>
  db.updateTable('passkey').set({ name }).where('id', '=', id).execute();

export const deletePasskey = (db: Db, id: string) => db.deleteFrom('passkey').where('id', '=', id).execute();

/** Ends the sign-ins of a profile that are pending their second step. */
export const endSecondFactorsOf = (db: Db, profileId: string) =>
  db.deleteFrom('second_factor').where('profile_id', '=', profileId).execute();

/** Stores the signature counter after a use of the passkey. */
export const storeCounter = (db: Db, id: string, counter: number) =>
  db.updateTable('passkey').set({ counter, last_used_at: now }).where('id', '=', id).execute();

/** Stores the challenge to be signed to continue this sign-in. */
export const storeSigningChallenge = (db: Db, id: string, challenge: string) =>
  db.updateTable('second_factor').set({ challenge }).where('id', '=', id).execute();

export const endSecondFactor = (db: Db, id: string) =>
  db.updateTable('second_factor').set({ used_at: now, challenge: null }).where('id', '=', id).execute();

export const countSecondFactorFailure = (db: Db, id: string) =>
  db
    .updateTable('second_factor')
    .set((eb) => ({ failures: eb('failures', '+', 1), challenge: null }))
    .where('id', '=', id)
    .execute();

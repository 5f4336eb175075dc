import { sql } from 'kysely';
import { minutesFromNow, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { mayAct } from './may-act.ts';
import type { SealedColumn } from './sealed-column.ts';
import { newSecret, secretHash, type Vault } from './secrets.ts';
import { takeTurn } from './take-turn.ts';

/** Lifetimes of password tokens, in minutes (docs/decisions). */
export const tokenMinutes = { reset: 60, first: 7 * 24 * 60, temporary: 10 } as const;
export type TokenPurpose = keyof typeof tokenMinutes;

const sealContext = (tenantId: string, profileId: string) => `welcome link ${tenantId} ${profileId}`;
export const welcomeLinks: SealedColumn = {
  table: 'password_token',
  column: 'sealed',
  key: ['profile_id', 'purpose'],
  context: (tenantId, { profile_id: profileId = '' }) => sealContext(tenantId, profileId),
};

/**
 * Locks the token of a temporary password, if there is one. Throws (55P03) while another transaction has it: a sign-in keeps the
 * profile's sessions from being ended, and a change that has ended the token is about to end them, so the two would deadlock.
 */
const lockTemporary = (db: Db, profileId: string) =>
  db
    .selectFrom('password_token')
    .select('purpose')
    .where('profile_id', '=', profileId)
    .where('purpose', '=', 'temporary')
    .forNoKeyUpdate()
    .noWait()
    .execute();

/** One live link per profile. Temporary passwords are independent: they neither end links nor are ended by them. */
async function endOtherLinks(db: Db, profileId: string, purpose: Exclude<TokenPurpose, 'temporary'>): Promise<void> {
  await db
    .updateTable('password_token')
    .set({ used_at: now, sealed: null })
    .where('profile_id', '=', profileId)
    .where('used_at', 'is', null)
    .where('purpose', 'not in', [purpose, 'temporary'])
    .execute();
}

type NewToken = { purpose: TokenPurpose; hash: Buffer; sealed: Buffer | null };
/** Replaces any other token of that purpose. */
const issue = (db: Db, profileId: string, { purpose, hash, sealed }: NewToken) =>
  db
    .insertInto('password_token')
    .columns([
      'profile_id',
      'purpose',
      'token_hash',
      'sealed',
      'expires_at',
      'password_version',
      'email_fold',
      'used_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('profile as p')
        .select([
          'p.id',
          eb.val(purpose).as('purpose'),
          eb.val(hash).as('hash'),
          eb.val(sealed).as('sealed'),
          minutesFromNow(tokenMinutes[purpose]).as('end'),
          'p.password_version',
          'p.email_fold',
          // the profile may be barred concurrently; a new profile that is barred keeps its link until it may act
          (purpose === 'first'
            ? sql<string | null>`null::timestamptz`
            : sql<string | null>`case when not ${mayAct('p')} then now() end`
          ).as('used'),
        ])
        .where('p.id', '=', profileId),
    )
    .onConflict((before) =>
      before.columns(['profile_id', 'purpose']).doUpdateSet((eb) => ({
        token_hash: eb.ref('excluded.token_hash'),
        password_version: eb.ref('excluded.password_version'),
        email_fold: eb.ref('excluded.email_fold'),
        created_at: now,
        expires_at: eb.ref('excluded.expires_at'),
        used_at: eb.ref('excluded.used_at'),
        sealed: eb.ref('excluded.sealed'),
      })),
    )
    .execute();

/**
 * A token to set the profile's password, shown once. It expires on use, with the next link, and after `tokenMinutes`; the trigger
 * `end_links` ends it when the password or the e-mail address changes and when the profile is disabled or its validity ends. The
 * token of a temporary password does not wait for such a change: the change makes it void.
 * @param vault keeps a welcome link readable, for `currentWelcomeToken`.
 */
export async function issuePasswordToken(
  db: Db,
  profileId: string,
  purpose: TokenPurpose,
  vault?: Vault,
): Promise<string> {
  const token = newSecret();
  const sealed = purpose === 'first' ? (vault?.seal(token, sealContext(db.tenantId, profileId)) ?? null) : null;
  if (purpose === 'temporary') await lockTemporary(db, profileId);
  else {
    await takeTurn(db, profileId);
    await endOtherLinks(db, profileId, purpose);
  }
  await issue(db, profileId, { purpose, hash: secretHash(token), sealed });
  return token;
}

/**
 * The live welcome link of a profile and its remaining minutes; undefined if there is none. A token that this server's
 * key cannot decrypt is replaced, with the same expiry.
 */
export async function currentWelcomeToken(
  db: Db,
  profileId: string,
  vault: Vault,
): Promise<{ token: string; minutes: number } | undefined> {
  await takeTurn(db, profileId);
  const valid = await db
    .selectFrom('password_token')
    .select(['sealed', sql<number>`floor(extract(epoch from expires_at - now()) / 60)::int`.as('minutes')])
    .where('profile_id', '=', profileId)
    .where('purpose', '=', 'first')
    .where('used_at', 'is', null)
    .where('expires_at', '>', minutesFromNow(1))
    .executeTakeFirst();
  if (!valid) return undefined;
  const context = sealContext(db.tenantId, profileId);
  const existing = valid.sealed && vault.open(valid.sealed, context);
  if (existing) return { token: existing, minutes: valid.minutes };
  const token = newSecret();
  await db
    .updateTable('password_token')
    .set({ token_hash: secretHash(token), sealed: vault.seal(token, context) })
    .where('profile_id', '=', profileId)
    .where('purpose', '=', 'first')
    .execute();
  return { token, minutes: valid.minutes };
}

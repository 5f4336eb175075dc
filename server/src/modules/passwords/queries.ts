import { expressionBuilder, sql } from 'kysely';
import { mayAct } from '#core/auth/may-act.ts';
import { secretHash } from '#core/auth/secrets.ts';
import { formerPasswords } from '#core/auth/sign-in-profile.ts';
import { withoutPassword } from '#core/auth/sso-policy.ts';
import { nextVersion, now } from '#db/fragments.ts';
import type { Db, Tables } from '#db/tenant.ts';

/** Sets the profile's password, chosen by its owner, and stores its hash with those of `former` ones. */
export async function storePassword(
  db: Db,
  { id, password_hash: last }: { id: string; password_hash: string | null },
  { hash, former }: { hash: string; former: readonly string[] },
): Promise<void> {
  await db
    .updateTable('profile')
    .set((eb) => ({
      ...nextVersion,
      updated_by: eb.ref('name'),
      password_hash: hash,
      password_temporary: false,
      password_version: eb('password_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  // a password set by an administrator is not in former_password yet
  const hashes = [...(last && !former.includes(last) ? [last] : []), hash];
  await db
    .insertInto('former_password')
    .values(hashes.map((one) => ({ profile_id: id, password_hash: one })))
    .execute();
}

const tokenFields = expressionBuilder<Tables & { t: Tables['password_token']; p: Tables['profile'] }, 't' | 'p'>();
/**
 * Whether a token `t` is valid: not used, revoked or expired, and of a profile `p` that may act and signs in with a password.
 * Repeats the conditions of the trigger `end_links`, which revokes tokens for good.
 */
const isUsable = tokenFields.and([
  tokenFields('t.used_at', 'is', null),
  tokenFields('t.expires_at', '>', now),
  tokenFields('t.password_version', '=', tokenFields.ref('p.password_version')),
  tokenFields.or([
    tokenFields('t.purpose', '=', 'temporary'),
    tokenFields('t.email_fold', 'is not distinct from', tokenFields.ref('p.email_fold')),
  ]),
  mayAct('p'),
  tokenFields.not(withoutPassword(tokenFields.ref('p.username_fold'))),
]);

export type TokenOwner = NonNullable<Awaited<ReturnType<typeof ownerOfToken>>>;

/** The owner of a valid token; does not consume the token. */
export const ownerOfToken = (db: Db, token: string) =>
  db
    .selectFrom('password_token as t')
    .innerJoin('profile as p', 'p.id', 't.profile_id')
    .innerJoin('tenant as n', (join) => join.on('n.id', '=', db.tenantId).on('n.suspended_at', 'is', null))
    .select((eb) => [
      't.profile_id',
      'p.email',
      'p.username',
      'p.password_hash',
      formerPasswords(eb.ref('p.id')).as('former'),
      sql<string[]>`array${eb
        .selectFrom('profile_role as pr')
        .innerJoin('role_permission as rp', 'rp.role_id', 'pr.role_id')
        .select('rp.permission')
        .distinct()
        .whereRef('pr.profile_id', '=', 'p.id')
        .where('rp.permission', 'in', ['MOBILE-USER', 'OKM-USER'])}`.as('apps'),
    ])
    .where('t.token_hash', '=', secretHash(token))
    .where(isUsable)
    .executeTakeFirst();

/** Consumes a token; false if it is not valid. Of several concurrent uses, only one gets true. */
export async function consumeToken(db: Db, token: string): Promise<boolean> {
  const row = await db
    .updateTable('password_token as t')
    .from('profile as p')
    .set({ used_at: now })
    .where('t.token_hash', '=', secretHash(token))
    .whereRef('p.id', '=', 't.profile_id')
    .where(isUsable)
    .returning('t.used_at')
    .executeTakeFirst();
  return row !== undefined;
}

/** Queues the job `password-reset` for the name in `sealedName`. */
export const queueReset = (db: Db, sealedName: Buffer) =>
  db
    .selectNoFrom((eb) => eb.fn('queue_password_reset', [eb.val(sealedName.toString('base64'))]).as('queued'))
    .execute();

/** Whether a link was just sent to this profile: then the job is running again after it succeeded. */
export async function hasRecentLink(db: Db, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('password_token')
    .select('purpose')
    .where('profile_id', '=', profileId)
    .where('purpose', '=', 'reset')
    .where('created_at', '>', sql<string>`now() - interval '30 seconds'`)
    .executeTakeFirst();
  return row !== undefined;
}

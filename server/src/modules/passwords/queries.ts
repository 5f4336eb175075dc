import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely';
import { secretHash } from '#core/auth/secrets.ts';
import { formerPasswords } from '#core/auth/sign-in-profile.ts';
import { withoutPassword } from '#core/auth/sso-policy.ts';
import { nextVersion, now } from '#db/fragments.ts';
import type { Db, Tables } from '#db/tenant.ts';

/** Makes it the profile's password, and remembers it among `former`. */
export async function storePassword(
  db: Db,
  { id, password_hash: last }: { id: string; password_hash: string | null },
  { hash, former }: { hash: string; former: readonly string[] },
): Promise<void> {
  await db
    .updateTable('profile')
    .set((eb) => ({
      ...nextVersion,
      password_hash: hash,
      password_temporary: false,
      password_version: eb('password_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  // one that an administrator has set is not among the former ones yet
  const kept = [...(last && !former.includes(last) ? [last] : []), hash];
  await db
    .insertInto('former_password')
    .values(kept.map((one) => ({ profile_id: id, password_hash: one })))
    .execute();
}

const owned = expressionBuilder<Tables & { t: Tables['password_token']; p: Tables['profile'] }, 't' | 'p'>();
/**
 * A token `t` that is good: not used or ended, in time, of an enabled person `p` who signs in with a password. What ends
 * it for good (trigger `end_links`) is judged here once more.
 */
const good = owned.and([
  owned('t.used_at', 'is', null),
  owned('t.expires_at', '>', now),
  owned('t.password_version', '=', owned.ref('p.password_version')),
  owned.or([
    owned('t.purpose', '=', 'temporary'),
    owned('t.email_fold', 'is not distinct from', owned.ref('p.email_fold')),
  ]),
  owned('p.disabled', '=', false),
  owned.not(withoutPassword(owned.ref('p.username_fold'))),
]);

export type TokenOwner = NonNullable<Awaited<ReturnType<typeof ownerOfToken>>>;

/** The owner of a token that is good; it is not used up. */
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
    .where(good)
    .executeTakeFirst();

/** Uses a token up; false when it is not good. Of any number of uses at once, one gets true. */
export async function useToken(db: Db, token: string): Promise<boolean> {
  const used = await db
    .updateTable('password_token as t')
    .from('profile as p')
    .set({ used_at: now })
    .where('t.token_hash', '=', secretHash(token))
    .whereRef('p.id', '=', 't.profile_id')
    .where(good)
    .returning('t.used_at')
    .executeTakeFirst();
  return used !== undefined;
}

const anHourAgo = (since: Expression<unknown>) => sql<SqlBool>`${since} < now() - interval '1 hour'`;

export type RequestLimit = { limit: number; spacing: number };

/**
 * Whether this request is within the limit of its key, `limit` in an hour and none within `spacing` seconds; counted
 * only then, in the same statement.
 */
export async function countRequest(db: Db, key: string, { limit, spacing }: RequestLimit): Promise<boolean> {
  const counted = await db
    .insertInto('reset_request')
    .values({ key, n: 1 })
    .onConflict((known) =>
      known
        .column('key')
        .doUpdateSet((eb) => ({
          n: eb
            .case()
            .when(anHourAgo(eb.ref('reset_request.since')))
            .then(1)
            .else(eb('reset_request.n', '+', 1))
            .end(),
          since: eb
            .case()
            .when(anHourAgo(eb.ref('reset_request.since')))
            .then(now)
            .else(eb.ref('reset_request.since'))
            .end(),
          last_at: now,
        }))
        .where((eb) => eb.or([anHourAgo(eb.ref('reset_request.since')), eb('reset_request.n', '<', limit)]))
        .where('reset_request.last_at', '<=', sql<string>`now() - make_interval(secs => ${spacing})`),
    )
    .returning('n')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Queues the job `password-reset` for whom `sealedName` names. */
export const queueReset = (db: Db, sealedName: Buffer) =>
  db
    .selectNoFrom((eb) => eb.fn('queue_password_reset', [eb.val(sealedName.toString('base64'))]).as('queued'))
    .execute();

/** Did this profile get a link just now? Then the job runs again after it had done its work. */
export async function gotLinkJustNow(db: Db, profileId: string): Promise<boolean> {
  const found = await db
    .selectFrom('password_token')
    .select('purpose')
    .where('profile_id', '=', profileId)
    .where('purpose', '=', 'reset')
    .where('created_at', '>', sql<string>`now() - interval '30 seconds'`)
    .executeTakeFirst();
  return found !== undefined;
}

import { sql } from 'kysely';
import { permissionsOfRole } from '#core/auth/held-permissions.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

export type RoleRow = Awaited<ReturnType<typeof rolesOf>>[number];

export const rolesOf = (db: Db, profileId: string) =>
  db
    .selectFrom('profile_role as pr')
    .innerJoin('role as r', 'r.id', 'pr.role_id')
    .select((eb) => ['r.id', 'r.name', 'r.locked', permissionsOfRole(eb.ref('r.id')).as('permissions')])
    .where('pr.profile_id', '=', profileId)
    .orderBy('r.name_fold')
    .execute();

export async function hasPasskey(db: Db, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('passkey')
    .select('id')
    .where('profile_id', '=', profileId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasPassword(db: Db, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('profile')
    .select('id')
    .where('id', '=', profileId)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the tenant has a location tag. */
export async function hasLocationTag(db: Db): Promise<boolean> {
  const found = await db.selectFrom('tag_definition').select('id').where('is_location', '=', true).executeTakeFirst();
  return found !== undefined;
}

/** A token for the second step of a sign-in: valid for five minutes and one session, revoked by a password change. */
export async function issueSecondFactor(db: Db, profileId: string): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('second_factor')
    .columns(['profile_id', 'token_hash', 'password_version', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('profile as p')
        .select(['p.id', eb.val(secretHash(token)).as('hash'), 'p.password_version'])
        .select(sql<string>`now() + interval '5 minutes'`.as('end'))
        .where('p.id', '=', profileId),
    )
    .execute();
  return token;
}

/** Consumes a one-time link. Returns its owner, or undefined when the link is not valid. */
export async function consumeSignInLink(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .updateTable('sign_in_link')
    .set({ used_at: now })
    .where('token_hash', '=', secretHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('profile_id')
    .executeTakeFirst();
  return row?.profile_id;
}

import { type SqlBool, sql } from 'kysely';
import { permissionsOfRole, type StoredPermissions } from '#core/auth/held-permissions.ts';
import { mayAct } from '#core/auth/may-act.ts';
import { profileLocations } from '#core/auth/sign-in-profile.ts';
import { any, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** A key that ends within a day and was made for longer than that, with uses left. */
const endsSoon = sql<SqlBool>`(k.expires_at > now() and k.expires_at <= now() + interval '1 day'
  and k.duration > 24 * 60 and k.uses < k.max_uses)`;
/** Marks at most `atMost` invitations whose senders are warned now: of concurrent runs, one gets each. */
export async function takeDue(db: Db, atMost: number): Promise<{ id: string; created_by: string }[]> {
  const due = db
    .selectFrom('secure_key_invite as i')
    .select('i.id')
    .where('i.warned_at', 'is', null)
    .where('i.status', '<>', 'CANCELLED')
    .where((eb) =>
      eb.exists(eb.selectFrom('secure_key as k').select('k.id').whereRef('k.invite_id', '=', 'i.id').where(endsSoon)),
    )
    .limit(atMost)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('secure_key_invite')
    .set({ warned_at: now })
    .where('id', 'in', due)
    .returning(['id', 'created_by'])
    .execute();
}

/** Senders who may act now, with what they may see. */
export const findSenders = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('profile as p')
    .select((eb) => [
      'p.id',
      'p.email',
      profileLocations(eb.ref('p.id')).as('locations'),
      eb
        .selectFrom('profile_role as pr')
        .select((pr) =>
          sql<StoredPermissions[]>`coalesce(jsonb_agg(${permissionsOfRole(pr.ref('pr.role_id'))}), '[]')`.as('held'),
        )
        .whereRef('pr.profile_id', '=', 'p.id')
        .$asScalar()
        .$notNull()
        .as('grants'),
    ])
    .where('p.id', '=', any(ids))
    .where('p.email', 'is not', null)
    .where(mayAct('p'))
    .execute();

/** The features that the tenant has. */
export async function featuresOfTenant(db: Db): Promise<readonly string[]> {
  const { features } = await db
    .selectFrom('tenant')
    .select('features')
    .where('id', '=', db.tenantId)
    .executeTakeFirstOrThrow();
  return features;
}

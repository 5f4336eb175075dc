import { supportName } from '#core/auth/support-profile.ts';
import type { Db } from '#db/tenant.ts';

/** Whether the tenant allows access by the vendor's staff. */
export async function allowsSupport(db: Db): Promise<boolean> {
  const tenant = await db
    .selectFrom('tenant')
    .select('id')
    .where('id', '=', db.tenantId)
    .where('support_access', '=', true)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return tenant !== undefined;
}

/**
 * Stores the profile behind a support session: disabled, without password, role and e-mail address, so that it cannot sign in by
 * itself.
 */
export const upsertSupportProfile = (db: Db, id: string, name: string) =>
  db
    .insertInto('profile')
    .values({ id, name, username: supportName(id), disabled: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
    .execute();

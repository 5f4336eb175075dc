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
 * The profile behind a support session: disabled, without password, role and e-mail address, so that it cannot sign in
 * by itself. The slash in its ID rules out a collision with a profile ID of the tenant.
 */
export const upsertSupportProfile = (db: Db, id: string, name: string) =>
  db
    .insertInto('profile')
    .values({ id, name, username: `support/${id.replaceAll('-', '').slice(0, 12)}`, disabled: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
    .execute();

import type { Db } from '#db/tenant.ts';

/** Whether the tenant has opened its door to the vendor's staff. */
export async function letsSupportIn(db: Db): Promise<boolean> {
  const open = await db
    .selectFrom('tenant')
    .select('id')
    .where('id', '=', db.tenantId)
    .where('support_access', '=', true)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * The profile that a session needs: without password, role and e-mail address, and disabled, so that it is no way in by
 * itself. The slash is what no profile ID of the tenant's can have.
 */
export const keepProfile = (db: Db, id: string, name: string) =>
  db
    .insertInto('profile')
    .values({ id, name, username: `support/${id.replaceAll('-', '').slice(0, 12)}`, disabled: true })
    .onConflict((known) => known.column('id').doUpdateSet({ name }))
    .execute();

import { organizationDefaults, type OrganizationSettings } from '@keyward/contract/organization-settings';
import { sql } from 'kysely';
import { nextVersion } from '#db/fragments.ts';
import { type Db, sendNow } from '#db/tenant.ts';

/**
 * The organization's settings, for jobs and other work without an actor; a request has them in `actor.tenant.config`.
 */
export async function organizationSettingsOf(db: Db): Promise<OrganizationSettings> {
  const [row] = await sendNow(db, db.selectFrom('tenant').select('config').where('id', '=', db.tenantId));
  return { ...organizationDefaults, ...row?.config };
}

const query = (db: Db) =>
  db
    .selectFrom('tenant as t')
    .leftJoin('organization as o', (join) => join.onTrue())
    .select((eb) => [
      't.id',
      't.name',
      't.config',
      eb.fn.coalesce('o.version', eb.lit(0)).as('version'),
      'o.updated_by',
      eb.fn.coalesce('o.updated_at', 't.created_at').as('updated_at'),
    ])
    .where('t.id', '=', db.tenantId);

type Row = Awaited<ReturnType<ReturnType<typeof query>['executeTakeFirstOrThrow']>>;
const toOrganization = ({ config, ...row }: Row) => ({ ...row, settings: { ...organizationDefaults, ...config } });
export type StoredOrganization = ReturnType<typeof toOrganization>;

/** Name, settings and version. */
export async function findOrganization(db: Db): Promise<StoredOrganization> {
  return toOrganization(await query(db).executeTakeFirstOrThrow());
}

/** The same, locked until the end of the transaction. */
export async function lockOrganization(db: Db): Promise<StoredOrganization> {
  await db
    .insertInto('organization')
    .values({ version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.selectFrom('organization').select('version').forUpdate().execute();
  return findOrganization(db);
}

/** Stores the name and some settings. */
export async function storeOrganization(
  db: Db,
  { name, settings }: { name: string; settings: Partial<OrganizationSettings> },
): Promise<void> {
  const args = [sql.val(name), sql`${JSON.stringify(settings)}::jsonb`] as const;
  await db.selectNoFrom((eb) => eb.fn('change_organization', [...args]).as('changed')).execute();
}

/** Raises the version, so that stale saves fail. */
export async function touchOrganization(db: Db, by: string): Promise<void> {
  await db
    .updateTable('organization')
    .set({ ...nextVersion, updated_by: by })
    .execute();
}

import { type Db, rows } from '#db/tenant.ts';

/** Whether the tenant has opened its door to the vendor's staff. */
export const letsSupportIn = async (db: Db): Promise<boolean> =>
  (await rows(db, 'select from tenant where id = $1 and support_access and suspended_at is null', [db.tenantId]))
    .length > 0;

/**
 * The profile that a session needs: without password, role and e-mail address, and disabled, so that it is no way in by
 * itself. The slash is what no profile ID of the tenant's can have.
 */
export const keepProfile = (db: Db, id: string, name: string) =>
  rows(
    db,
    `insert into profile (tenant_id, id, name, username, disabled) values ($1, $2, $3, $4, true)
     on conflict (tenant_id, id) do update set name = excluded.name`,
    [db.tenantId, id, name, `support/${id.replaceAll('-', '').slice(0, 12)}`],
  );

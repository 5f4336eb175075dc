// The counter of a list's rows by location.
import { type Db, rows } from '#db/tenant.ts';

const noLocation = '00000000-0000-0000-0000-000000000000';

/** Keeps the number of rows a list has at a location, in the transaction of the write that changes it. */
export async function tally(db: Db, resource: 'device', locationId: string | null, change: number): Promise<void> {
  await rows(
    db,
    `insert into list_tally as t (tenant_id, resource, location_id, n) values ($1, $2, $3, $4)
     on conflict (tenant_id, resource, location_id) do update set n = t.n + excluded.n`,
    [db.tenantId, resource, locationId ?? noLocation, change],
  );
}

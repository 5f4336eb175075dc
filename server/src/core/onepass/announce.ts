import { sql } from 'kysely';
import { announce } from '#core/live/changes.ts';
import { any } from '#db/fragments.ts';
import { compileOnce } from '#db/compiled.ts';
import type { Db } from '#db/tenant.ts';

/**
 * Publishes changed invitations to open lists. One with keys at several locations is visible only to profiles that have all of
 * these locations, which a hint cannot check: it goes to those with all-data access. Sent as by `sendNow`.
 */
export async function announceInvites(db: Db, ids: readonly string[]): Promise<void> {
  const rows = await locationsOfInvites(db, { ids });
  const locations = new Map(rows.map((row) => [row.id, row.locations]));
  announce(
    db,
    ids.map((id) => {
      const [first, ...others] = locations.get(id) ?? [];
      return {
        resource: 'secure-key-invitation',
        id,
        locations: typeof first === 'string' && others.length === 0 ? [first] : [],
      };
    }),
  );
}

const locationsOfInvites = compileOnce((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .select(['k.invite_id as id', sql<(string | null)[]>`array_agg(distinct d.location_value_id)`.as('locations')])
    .where('k.invite_id', '=', any(ids))
    .groupBy('k.invite_id'),
);

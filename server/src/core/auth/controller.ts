import { organizationDefaults } from '@keyward/contract/organization-settings';
import { sql } from 'kysely';
import { now } from '#db/fragments.ts';
import { compileOnce } from '#db/compiled.ts';
import { type Db, subquery } from '#db/tenant.ts';

/**
 * A device authenticated by its token, which reports for itself and its assigned devices. `serial`: 16 upper-case hex digits;
 * `locationId`: a tag_value; `offlineHours`: the organization's setting; `touchDue`: the last use was stored over a minute ago.
 */
export type Controller = NonNullable<Awaited<ReturnType<typeof findController>>>;

/**
 * The controller in the raw description of its reports: by its serial number, and by the id of its device, which a replacement
 * keeps.
 */
export const reportedBy = ({ serial, deviceId }: Pick<Controller, 'serial' | 'deviceId'>) => ({
  controller: serial,
  controllerId: deviceId,
});

/** The controller a token belongs to, or undefined for an unknown or revoked token. Sent as by `sendNow`. */
export const findController = async (db: Db, tokenHash: Buffer) =>
  (await controllerOfToken(db, { tokenHash, tenantId: db.tenantId }))[0];
const controllerOfToken = compileOnce((db, { tokenHash, tenantId }: { tokenHash: Buffer; tenantId: string }) =>
  db
    .selectFrom('controller_token as c')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .innerJoin('tenant as t', (join) => join.on('t.id', '=', tenantId).on('t.suspended_at', 'is', null))
    .select(['d.id as deviceId', 'd.name', 'd.serial_number as serial', 'd.location_value_id as locationId'])
    .select(['t.id as tenantId', 'c.id as tokenId'])
    .select(
      sql<number>`coalesce((t.config->>'offlineHours')::int, ${organizationDefaults.offlineHours})`.as('offlineHours'),
    )
    .select(sql<boolean>`c.last_used_at is null or c.last_used_at < now() - interval '1 minute'`.as('touchDue'))
    .where('c.token_hash', '=', tokenHash),
);

/** The device of a token, for a query that is sent before `findController` has replied; none for an unknown or revoked token. */
export const deviceOfToken = (tokenHash: Buffer) =>
  subquery.selectFrom('controller_token as c').select('c.device_id').where('c.token_hash', '=', tokenHash);

/** Updates the token's last use, at most once a minute. Sent as by `sendNow`. */
export async function touchToken(db: Db, controller: Pick<Controller, 'tokenId' | 'touchDue'>): Promise<void> {
  if (!controller.touchDue) return;
  await markTokenUsed(db, controller);
}
const markTokenUsed = compileOnce((db, { tokenId }: Pick<Controller, 'tokenId'>) =>
  db.updateTable('controller_token').set({ last_used_at: now }).where('id', '=', tokenId),
);

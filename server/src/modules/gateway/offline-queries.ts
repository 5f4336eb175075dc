import { sql } from 'kysely';
import { any } from '#db/fragments.ts';
import { type Db, sendNow } from '#db/tenant.ts';
import { addressThere, lockName } from './redeem-queries.ts';

/** Reads and writes for reports about uses that devices accepted or refused off line. */

/** Locks like `claimSerial`, but waits. Called for the controller's own devices only, so that it delays no other controller. */
export const lockSerial = (db: Db, serial: string) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${lockName(db, serial)}, 0))`.as('locked')).execute();

/** The keys named by offline uses that belong to these devices, locked in id order after their invitations. */
export const lockKeys = (db: Db, ids: readonly string[], deviceIds: readonly string[]) =>
  db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .leftJoin('secure_key_invite as i', 'i.id', 'k.invite_id')
    .select(['k.id', 'k.invite_id as inviteId', addressThere.as('email')])
    .select(['k.uses', 'k.max_uses as maxUses', 'k.over_uses as overUses'])
    .select(['k.expires_at as expiresAt', 'k.last_step as lastStep', 'k.last_used_at as lastUsedAt'])
    .select(['d.id as deviceId', 'd.name', 'd.serial_number as serial', 'd.location_value_id as locationId'])
    .select('d.controller_id as controllerId')
    .where('k.id', '=', any(ids))
    .where('k.device_id', '=', any(deviceIds))
    .orderBy('k.id')
    .forNoKeyUpdate('k')
    .execute();

export const invitesOfKeys = async (db: Db, keyIds: readonly string[], deviceIds: readonly string[]) =>
  (
    await db
      .selectFrom('secure_key')
      .select('invite_id')
      .distinct()
      .where('id', '=', any(keyIds))
      .where('device_id', '=', any(deviceIds))
      .where('invite_id', 'is not', null)
      .execute()
  ).flatMap(({ invite_id: id }) => (id === null ? [] : [id]));

export type KeyCount = { uses: number; overUses: number; lastStep: number | null; lastUsedAt: string | null };
export const saveCount = (db: Db, keyId: string, { uses, overUses, lastStep, lastUsedAt }: KeyCount) =>
  sendNow(
    db,
    db
      .updateTable('secure_key')
      .set({ uses, over_uses: overUses, last_step: lastStep, last_used_at: lastUsedAt })
      .where('id', '=', keyId),
  );

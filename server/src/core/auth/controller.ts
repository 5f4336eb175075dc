import { type Db, rows } from '#db/tenant.ts';

/** A device that reports for itself and for the devices assigned to it, behind a valid token. */
export type Controller = {
  deviceId: string;
  name: string;
  /** 16 hexadecimal digits, upper case. */
  serial: string;
  tenantId: string;
  /** tag_value id. */
  locationId: string | null;
  tokenId: string;
  /** The token's use has not been noted for a minute. */
  touchDue: boolean;
};

const byToken = `
  select d.id as "deviceId", d.name, d.serial_number as serial, d.tenant_id as "tenantId",
    d.location_value_id as "locationId", c.id as "tokenId",
    (c.last_used_at is null or c.last_used_at < now() - interval '1 minute') as "touchDue"
  from controller_token c
  join device d on d.tenant_id = $1 and d.id = c.device_id
  join tenant t on t.id = $1 and t.suspended_at is null
  where c.tenant_id = $1 and c.token_hash = $2`;

/** The controller a token belongs to, or undefined for an unknown or revoked token. */
export async function findController(db: Db, tokenHash: Buffer): Promise<Controller | undefined> {
  const [controller] = await rows<Controller>(db, byToken, [db.tenantId, tokenHash]);
  return controller;
}

/** Notes that the token is in use, at most once a minute. */
export async function touchToken(db: Db, controller: Pick<Controller, 'tokenId' | 'touchDue'>): Promise<void> {
  if (!controller.touchDue) return;
  await rows(db, 'update controller_token set last_used_at = now() where tenant_id = $1 and id = $2', [
    db.tenantId,
    controller.tokenId,
  ]);
}

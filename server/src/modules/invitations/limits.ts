// The limits of T35: mail goes out under the tenant's name. They are counted in the database, from what was done.
import { PortalError } from '#core/errors.ts';
import type { Db } from '#db/tenant.ts';
import { countResends, countSends } from './limit-queries.ts';

/** Of a tenant: invitations made, addresses corrected, links made. */
const perHour = 100;
/** Of one invitation. */
const resendsPerHour = 3;

/** Throws tooManyInvitations when the tenant has used up its hour. */
export async function assertMaySend(db: Db): Promise<void> {
  if ((await countSends(db)) >= perHour) throw new PortalError('tooManyInvitations', { params: { limit: perHour } });
}

/** Whether an invitation, which is locked, was sent again so often within the hour. */
export const isResentTooOften = async (db: Db, inviteId: string): Promise<boolean> =>
  (await countResends(db, inviteId)) >= resendsPerHour;

export const tooManyResends = (): PortalError =>
  new PortalError('tooManyResends', { params: { limit: resendsPerHour } });

// The limits of T35, because mail goes out under the tenant's name. They are counted in the database, from the stored steps.
import { PortalError } from '#core/errors.ts';
import type { Db } from '#db/tenant.ts';
import { countResends, countSends } from './limit-queries.ts';

/** Limit for a tenant: invitations made, addresses corrected, links made. */
const perHour = 100;
/** Limit for one invitation. */
const resendsPerHour = 3;

/** Throws tooManyInvitations if the tenant has used up its hour. */
export async function assertMaySend(db: Db): Promise<void> {
  if ((await countSends(db)) >= perHour) throw new PortalError('tooManyInvitations', { params: { limit: perHour } });
}

/** Whether a locked invitation was sent again too often within the last hour. */
export const isResentTooOften = async (db: Db, inviteId: string): Promise<boolean> =>
  (await countResends(db, inviteId)) >= resendsPerHour;

export const tooManyResends = (): PortalError =>
  new PortalError('tooManyResends', { params: { limit: resendsPerHour } });

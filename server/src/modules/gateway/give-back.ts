import type { Out } from '@keyward/contract/endpoint';
import { returnMinutes, type redeems } from '@keyward/contract/redeem';
import { type Controller, reportedBy, touchToken } from '#core/auth/controller.ts';
import { existing } from '#core/entity.ts';
import type { Db } from '#db/tenant.ts';
import { findKeyOfUse, insertStep, markReturned, uncountUse, usesByNumber } from './redeem-queries.ts';
import { attribute, recordUses, useChanges } from './use-events.ts';

/**
 * Gives back a use that was granted but not followed by an opening: once, within `returnMinutes`; a repeat gets the same answer.
 * Its code and its invitation stay used. Throws notFound for a number of another controller.
 */
export async function giveBack(
  db: Db,
  controller: Controller,
  number: string,
  cause: string | undefined,
): Promise<Out<typeof redeems.giveBack>> {
  await touchToken(db, controller);
  const returned = await markReturned(db, controller.deviceId, number, returnMinutes);
  if (!returned) {
    const use = existing((await usesByNumber(db, controller.deviceId, [number]))[0]);
    if (use.returned_at !== null) return { returned: true };
    return { returned: false, reason: use.granted && !use.offline ? 'tooLate' : 'notGranted' };
  }
  const key = returned.keyId === null ? undefined : await findKeyOfUse(db, returned.keyId);
  const counted = key && (await uncountUse(db, key.id));
  // the key was deleted with its device
  if (!key || !counted) return { returned: true };
  const { uses, maxUses } = counted;
  if (key.inviteId !== null)
    await insertStep(db, { invite_id: key.inviteId, key_id: key.id, step: 'useReturned', detail: String(uses) });
  await recordUses(db, [
    {
      event: 'RETURN_SECURE_KEY_USE',
      device: { id: key.deviceId, name: key.name, locationId: key.locationId },
      key,
      result: 'success',
      changes: [...useChanges(key.id, uses, maxUses), ...(cause ? [attribute('cause', cause)] : [])],
      raw: { ...reportedBy(controller), number, ...(cause ? { cause } : {}) },
    },
  ]);
  return { returned: true };
}

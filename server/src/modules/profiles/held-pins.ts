// PINs that were handed to an OKM: revoking its token offers to reset them (docs/gateway.md).
import { randomUUIDv7 } from 'node:crypto';
import type { HeldPins } from '@keyward/contract/pins';
import { assertVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { recordAll } from '#core/events/record.ts';
import { announce } from '#core/live/changes.ts';
import { renewPins } from '#core/pins/issue.ts';
import { notifyOwners } from '#core/pins/notices.ts';
import type { Db } from '#db/tenant.ts';
import { findController, heldPinsOf } from './held-queries.ts';
import { insertPinEvents } from './pin-queries.ts';
import { type PinCall, requireMayShow } from './pins.ts';
import { findProfiles, lockProfiles, type StoredProfile } from './queries.ts';
import { subject } from './service.ts';

/** Whether the actor may reset this PIN, by the rule of the profile's drawer. */
function mayReset(actor: Actor, profile: StoredProfile): boolean {
  try {
    requireMayShow(actor, profile);
    return true;
  } catch (error) {
    if (error instanceof PortalError) return false;
    throw error;
  }
}

/** The profiles whose PINs the OKM has. Throws notFound, notAController. */
async function peopleOf(db: Db, actor: Actor, deviceId: string): Promise<string[]> {
  const device = existing(await findController(db, deviceId));
  assertVisible(actor, device.location);
  if (device.deviceClass !== 'OKM') throw new PortalError('notAController');
  return heldPinsOf(db, deviceId);
}

/** Counts the PINs that the OKM has, and those among them that the actor may reset. Throws notFound, notAController. */
export async function countHeldPins(db: Db, actor: Actor, deviceId: string): Promise<HeldPins> {
  const profiles = await findProfiles(db, await peopleOf(db, actor, deviceId));
  return { held: profiles.length, resettable: profiles.filter((profile) => mayReset(actor, profile)).length };
}

/**
 * Issues new PINs to the profiles whose PINs the OKM has, with an event for each, and returns the counts that are left: PINs of
 * profiles that the actor may not change. Throws notFound, notAController, pinNotFound.
 */
export async function resetHeldPins({ db, actor, vault, address, draw }: PinCall, deviceId: string): Promise<HeldPins> {
  const locked = await lockProfiles(db, await peopleOf(db, actor, deviceId));
  const profiles = locked.filter((profile) => mayReset(actor, profile));
  const ids = profiles.map(({ id }) => id);
  if (ids.length > 0) {
    await renewPins(db, vault, ids, { by: actor.id, draw });
    announce(
      db,
      profiles.map(({ id, locations }) => ({ resource: 'user', id, locations })),
    );
    await notifyOwners(db, vault, actor, 'pinReset', ids);
    const events = profiles.map((profile) => ({ id: randomUUIDv7(), profile }));
    await insertPinEvents(
      db,
      events.map(({ id }) => id),
      ids,
    );
    await recordAll(
      db,
      actor,
      events.map(({ id, profile }) => ({
        id,
        event: 'RESET_PIN',
        result: 'success',
        entity: subject(profile),
        locations: profile.locations,
        address,
      })),
    );
  }
  return { held: locked.length - ids.length, resettable: 0 };
}

import type { OkmPropagation, Propagation } from '@keyward/contract/propagation';
import { accessProfilesById } from '#core/auth/access.ts';
import { assertProfileVisible, assertVisible, isVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { existing } from '#core/entity.ts';
import type { Db } from '#db/tenant.ts';
import { findDeviceLocation, findHeld, findKeyLocation, findOkm, isPending } from './queries.ts';
import { type Clock, heldAt, okmPropagation } from './state.ts';

const clockOf = (actor: Actor): Clock => ({
  now: clock.now(),
  offlineMinutes: actor.tenant.config.offlineOkmMinutes,
});

async function propagationOf(db: Db, actor: Actor, id: string): Promise<Propagation> {
  const moment = clockOf(actor);
  // read before what is held: a change that is judged in between is then pending, not confirmed
  const pending = await isPending(db, id);
  const rows = await findHeld(db, id);
  return {
    pending,
    at: rows.flatMap((row) => (isVisible(actor, row.location) ? (heldAt(row, moment) ?? []) : [])),
  };
}

/** Where the last change of a profile works. Throws notFound. */
export async function propagationOfProfile(db: Db, actor: Actor, id: string): Promise<Propagation> {
  const profile = existing((await accessProfilesById(db, [id]))[0]);
  assertProfileVisible(actor, profile.locations);
  return propagationOf(db, actor, id);
}

/** The same for a OnePASS key, which is where its device is. Throws notFound. */
export async function propagationOfKey(db: Db, actor: Actor, id: string): Promise<Propagation> {
  const key = existing(await findKeyLocation(db, id));
  assertVisible(actor, key.location);
  return propagationOf(db, actor, id);
}

/** The same for a device, and how its OKM is; null: the device reports through none. Throws notFound. */
export async function propagationOfDevice(
  db: Db,
  actor: Actor,
  id: string,
): Promise<Propagation & { okm: OkmPropagation | null }> {
  const device = existing(await findDeviceLocation(db, id));
  assertVisible(actor, device.location);
  const okm = await findOkm(db, id);
  return {
    ...(await propagationOf(db, actor, id)),
    okm: okm && isVisible(actor, okm.location) ? okmPropagation(okm, clockOf(actor)) : null,
  };
}

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
  // read before the entries, so that a change that is judged in between counts as pending, not as confirmed
  const pending = await isPending(db, id);
  const rows = await findHeld(db, id);
  return {
    pending,
    at: rows.flatMap((row) => (isVisible(actor, row.location) ? (heldAt(row, moment) ?? []) : [])),
  };
}

/** Propagation of a profile: the OKMs at which its last change works. Throws notFound. */
export async function propagationOfProfile(db: Db, actor: Actor, id: string): Promise<Propagation> {
  const profile = existing((await accessProfilesById(db, [id]))[0]);
  assertProfileVisible(actor, profile.locations);
  return propagationOf(db, actor, id);
}

/** Propagation of a OnePASS key, which is at the location of its device. Throws notFound. */
export async function propagationOfKey(db: Db, actor: Actor, id: string): Promise<Propagation> {
  const key = existing(await findKeyLocation(db, id));
  assertVisible(actor, key.location);
  return propagationOf(db, actor, id);
}

/** Propagation of a device, with the state of its OKM; null if the device reports through none. Throws notFound. */
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

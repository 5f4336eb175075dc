import { checkAccess } from '@keyward/contract/access';
import type { CommandReason, UnlockObstacle } from '@keyward/contract/command-states';
import { can } from '@keyward/contract/permissions';
import { accessDevicesById, accessProfilesById } from '#core/auth/access.ts';
import { isVisible } from '#core/auth/scope.ts';
import { type Actor, findActingProfile } from '#core/auth/session.ts';
import { isSuspended } from '#core/jobs/tenants.ts';
import type { Db } from '#db/tenant.ts';
import type { CommandDevice } from './queries.ts';

type Unlockable = Pick<CommandDevice, 'id' | 'locationId' | 'controllerId' | 'deviceClass'>;

/** Whether the groups of the device, by the rules that controllers get, let this profile use it. */
async function hasGroups(db: Db, actor: Actor, deviceId: string): Promise<boolean> {
  const [device] = await accessDevicesById(db, [deviceId]);
  const [profile] = await accessProfilesById(db, [actor.id]);
  if (!device || !profile) return false;
  return checkAccess(profile, device, []).every(({ rule, passed }) => rule !== 'groups' || passed);
}

/** The reason why this profile may not unlock the device now; undefined if it may. */
export async function obstacleFor(db: Db, actor: Actor, device: Unlockable): Promise<UnlockObstacle | undefined> {
  if (!can.editDevices.holds(actor.authority)) return 'permission';
  if (!isVisible(actor, device.locationId)) return 'location';
  if (!actor.tenant.config.remoteUnlock) return 'switchedOff';
  if (device.deviceClass === 'KEY') return 'kind';
  if (device.deviceClass !== 'OKM' && device.controllerId === null) return 'noController';
  return (await hasGroups(db, actor, device.id)) ? undefined : 'groups';
}

/**
 * The reason why the sender may no longer send the command; undefined if they may. No profile acts in a suspended tenant, so the
 * reason there is the suspension, whatever the sender's permissions. While a waiting command is locked, no suspension begins or
 * ends, since both cancel waiting commands.
 */
export async function withdrawalOf(
  db: Db,
  senderId: string,
  device: Unlockable,
): Promise<Extract<CommandReason, 'rightWithdrawn' | 'organizationSuspended'> | undefined> {
  const sender = await findActingProfile(db, senderId);
  if (sender && (await obstacleFor(db, sender, device)) === undefined) return undefined;
  return (await isSuspended(db)) ? 'organizationSuspended' : 'rightWithdrawn';
}

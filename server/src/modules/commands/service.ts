import type { Out } from '@keyward/contract/endpoint';
import { command as commandShape, type Command, type commands } from '@keyward/contract/commands';
import { assertVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import { wakeControllers } from '#core/live/wakes.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import { announceDevice, attribute } from './events.ts';
import { watchSeconds } from './job.ts';
import { obstacleFor } from './judge.ts';
import {
  type CommandDevice,
  endCommand,
  findCommand,
  findDevice,
  insertCommand,
  isWaiting,
  lastCommands,
  lockCommand,
  lockDevice,
  queueWatch,
  type ShownCommand,
} from './queries.ts';

/** Number of commands that the drawer shows. */
const shownAtOnce = 10;

function requireVisible(actor: Actor, found: CommandDevice | undefined): CommandDevice {
  const device = existing(found);
  assertVisible(actor, device.locationId);
  return device;
}

const toCommand = (row: ShownCommand): Command => commandShape.parse(row);

/** The last commands to a device, and the obstacle to sending one. Throws notFound. */
export async function listCommands(db: Db, actor: Actor, id: string): Promise<Out<typeof commands.list>['data']> {
  const device = requireVisible(actor, await findDevice(db, id));
  const rows = await lastCommands(db, id, shownAtOnce);
  const waiting = rows.some(({ state }) => state === 'saved' || state === 'handedOut');
  return {
    obstacle: (await obstacleFor(db, actor, device)) ?? (waiting ? 'waiting' : null),
    seconds: actor.tenant.config.remoteUnlockSeconds,
    commands: rows.map(toCommand),
  };
}

/** One command. Throws notFound. */
export async function getCommand(db: Db, actor: Actor, deviceId: string, id: string): Promise<Command> {
  requireVisible(actor, await findDevice(db, deviceId));
  return toCommand(existing(await findCommand(db, deviceId, id)));
}

/** Saves a command to unlock. Throws notFound, unlockNotPossible with the obstacle. */
export async function sendUnlock(db: Db, actor: Actor, id: string): Promise<Command> {
  const device = requireVisible(actor, await lockDevice(db, id));
  const obstacle = (await obstacleFor(db, actor, device)) ?? ((await isWaiting(db, id)) ? 'waiting' : undefined);
  if (obstacle) throw new PortalError(refusals[obstacle]);
  const seconds = actor.tenant.config.remoteUnlockSeconds;
  const sender = { created_by: actor.id, created_by_name: actor.name };
  const saved = await insertCommand(db, { device_id: id, ...sender, seconds });
  await queueWatch(db, saved.id, saved.expires_at, watchSeconds);
  announceDevice(db, id, device);
  wakeControllers(db, [device.deviceClass === 'OKM' ? id : (device.controllerId ?? id)]);
  await record(db, actor, {
    event: 'REMOTE_UNLOCK',
    result: 'success',
    entity: { domain: 'device', id, name: device.name },
    locations: locationIds(device.locationId),
    changes: [attribute('command', saved.id), attribute('expires_at', saved.expires_at)],
  });
  return toCommand(existing(await findCommand(db, id, saved.id)));
}

const refusals = {
  permission: 'forbidden',
  location: 'notFound',
  switchedOff: 'remoteUnlockOff',
  kind: 'notUnlockable',
  noController: 'noControllerForDevice',
  groups: 'notInGroupsOfDevice',
  waiting: 'commandWaiting',
} as const;

/** Cancels a command that was not handed out. Throws notFound, commandTaken, commandOver. */
export async function cancelCommand(db: Db, actor: Actor, deviceId: string, id: string): Promise<void> {
  const device = requireVisible(actor, await findDevice(db, deviceId));
  const command = existing(await lockCommand(db, id));
  if (command.deviceId !== deviceId) throw new PortalError('notFound');
  if (command.state === 'handedOut') throw new PortalError('commandTaken');
  if (command.state !== 'saved' || command.secondsLeft <= 0) throw new PortalError('commandOver');
  await endCommand(db, id, { state: 'cancelled', reason: 'byPerson', by: actor.name });
  announceDevice(db, deviceId, device);
  await record(db, actor, {
    event: 'CANCEL_REMOTE_UNLOCK',
    result: 'success',
    entity: { domain: 'device', id: deviceId, name: device.name },
    locations: locationIds(device.locationId),
    changes: [attribute('command', id), { attribute: 'state', oldValue: 'saved', newValue: 'cancelled' }],
  });
}

import type { EventChange } from '@keyward/contract/activity';
import { writeEvents } from '#core/events/events.ts';
import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import { type Ending, endCommand, lockWaiting, type OpenCommand } from './queries.ts';

export const attribute = (name: string, value: string): EventChange => ({
  attribute: name,
  oldValue: null,
  newValue: value,
});

/** Lets open drawers fetch the queue of the device. */
export const announceDevice = (db: Db, id: string, device: { locationId: string | null }) =>
  announce(db, [{ resource: 'device', id, locations: locationIds(device.locationId) }]);

/** Ends commands otherwise than by a person at the portal, with one event each by their senders. */
export async function endCommands(db: Db, ended: readonly { command: OpenCommand; ending: Ending }[]): Promise<void> {
  for (const { command, ending } of ended) {
    await endCommand(db, command.id, ending);
    announceDevice(db, command.deviceId, command);
  }
  await writeEvents(
    db,
    ended.map(({ command, ending }) => ({
      event: ending.state === 'cancelled' ? 'CANCEL_REMOTE_UNLOCK' : 'REMOTE_UNLOCK_OUTCOME',
      result: ending.state === 'done' || ending.state === 'cancelled' ? 'success' : 'failure',
      agent: { domain: 'profile', id: command.senderId, name: command.senderName },
      entity: { domain: 'device', id: command.deviceId, name: command.name },
      origin: { system: 'gateway' },
      locations: locationIds(command.locationId),
      changes: [
        attribute('command', command.id),
        { attribute: 'state', oldValue: command.state, newValue: ending.state },
        ...(ending.reason ? [attribute('reason', ending.reason)] : []),
        ...(ending.controllerTime ? [attribute('controllerTime', ending.controllerTime)] : []),
      ],
    })),
  );
}

/**
 * Cancels every command that waits, when its tenant is suspended and when it goes on: a lock must not open on it after that. Those whose
 * time is over are left to their job.
 */
export async function cancelAsSuspended(db: Db): Promise<void> {
  const waiting = (await lockWaiting(db)).filter(({ secondsLeft }) => secondsLeft > 0);
  await endCommands(
    db,
    waiting.map((command) => ({ command, ending: { state: 'cancelled', reason: 'organizationSuspended' } })),
  );
}

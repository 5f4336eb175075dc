import type { EventChange } from '@keyward/contract/activity';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
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

type Ended = { command: OpenCommand; ending: Ending };

/** Ends commands that no person ended at the portal. Returns one event each, by the command's sender, to be written. */
async function end(db: Db, ended: readonly Ended[]): Promise<NewEvent[]> {
  for (const { command, ending } of ended) {
    await endCommand(db, command.id, ending);
    announceDevice(db, command.deviceId, command);
  }
  return ended.map(({ command, ending }) => ({
    event: ending.state === 'cancelled' ? 'CANCEL_REMOTE_UNLOCK' : 'REMOTE_UNLOCK_OUTCOME',
    result: ending.state === 'done' || ending.state === 'cancelled' ? 'success' : 'failure',
    agent: { domain: 'profile', id: command.senderId, name: command.senderName },
    entity: { domain: 'device', id: command.deviceId, name: command.name },
    locations: locationIds(command.locationId),
    changes: [
      attribute('command', command.id),
      { attribute: 'state', oldValue: command.state, newValue: ending.state },
      ...(ending.reason ? [attribute('reason', ending.reason)] : []),
      ...(ending.controllerTime ? [attribute('controllerTime', ending.controllerTime)] : []),
    ],
  }));
}

/** Ends commands and writes the events with the gateway as their origin. */
export async function endCommands(db: Db, ended: readonly Ended[]): Promise<void> {
  const events = await end(db, ended);
  await writeEvents(
    db,
    events.map((event) => ({ ...event, origin: { system: 'gateway' } })),
  );
}

/**
 * Cancels every waiting command when its tenant is suspended and when it is resumed, so that no lock opens on one afterwards.
 * Expired commands are left to their job. Returns the events, to be written.
 */
export async function cancelAsSuspended(db: Db): Promise<NewEvent[]> {
  const waiting = (await lockWaiting(db)).filter(({ secondsLeft }) => secondsLeft > 0);
  return end(
    db,
    waiting.map((command) => ({ command, ending: { state: 'cancelled', reason: 'organizationSuspended' } })),
  );
}

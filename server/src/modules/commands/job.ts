import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { inTenant } from '#db/tenant.ts';
import { endCommands } from './events.ts';
import { withdrawalOf } from './judge.ts';
import { lockCommand, queueWatch } from './queries.ts';

/** Interval at which a waiting command is judged again, in seconds. */
export const watchSeconds = 5;

type Payload = { tenantId: string; commandId: string };
/** Watches a command: cancels it when its sender may no longer send it, and ends it as unknown when it expires unanswered. */
export const watchCommand = defineJob<Payload>({
  name: 'device-command',
  run: async ({ tenantId, commandId }, { database }: JobContext) => {
    await inTenant(database.system, tenantId, async (db) => {
      const command = await lockCommand(db, commandId);
      if (!command || (command.state !== 'saved' && command.state !== 'handedOut')) return;
      const waits = command.state === 'saved';
      if (command.secondsLeft <= 0) {
        const reason = waits ? 'notFetched' : 'notConfirmed';
        return endCommands(db, [{ command, ending: { state: 'unknown', reason } }]);
      }
      const reason = waits && (await withdrawalOf(db, command.senderId, { ...command, id: command.deviceId }));
      if (reason) return endCommands(db, [{ command, ending: { state: 'cancelled', reason } }]);
      await queueWatch(db, commandId, command.expiresAt, watchSeconds);
    });
  },
});

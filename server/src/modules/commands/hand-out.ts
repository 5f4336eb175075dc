import type { Out, Parsed } from '@keyward/contract/endpoint';
import type { controllerCommands } from '@keyward/contract/commands';
import { type Controller, touchToken } from '#core/auth/controller.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import type { Db } from '#db/tenant.ts';
import { announceDevice, endCommands } from './events.ts';
import { withdrawalOf } from './judge.ts';
import { type Ending, lockCommand, lockCommands, markHandedOut, type OpenCommand } from './queries.ts';

type Handed = Out<typeof controllerCommands.list>['data'];

/**
 * Returns the live, unanswered commands for this controller's devices. Each is judged again: one whose sender may no longer send
 * it is cancelled or, if the controller has it, not handed out again. A lost answer loses no command: the controller recognizes
 * by its id a command that it has carried out.
 */
export async function handOut(db: Db, controller: Controller): Promise<Handed> {
  await touchToken(db, controller);
  const handed: Handed = [];
  const withdrawn: { command: OpenCommand; ending: Ending }[] = [];
  for (const command of await lockCommands(db, controller.deviceId)) {
    // a device that moved to another controller leaves behind the commands that the former one was given
    const elsewhere = command.handedTo !== null && command.handedTo !== controller.deviceId;
    if (command.secondsLeft <= 0 || elsewhere) continue;
    const reason = await withdrawalOf(db, command.senderId, { ...command, id: command.deviceId });
    if (reason) {
      if (command.state === 'saved') withdrawn.push({ command, ending: { state: 'cancelled', reason } });
      continue;
    }
    if (command.state === 'saved') {
      await markHandedOut(db, command.id, controller.deviceId);
      announceDevice(db, command.deviceId, command);
    }
    const { id, serial, expiresAt, secondsLeft } = command;
    handed.push({ id, serial, type: 'unlock', expiresAt, secondsLeft });
  }
  await endCommands(db, withdrawn);
  return handed;
}

type Answer = Parsed<typeof controllerCommands.answer>['body'];

/** Stores the outcome of a command, even after its end, because it happened. The first answer stays. Throws notFound. */
export async function answerCommand(
  db: Db,
  controller: Controller,
  id: string,
  { state, reason, time }: Answer,
): Promise<Out<typeof controllerCommands.answer>> {
  await touchToken(db, controller);
  const command = existing(await lockCommand(db, id));
  if (command.handedTo !== controller.deviceId) throw new PortalError('notFound');
  if (command.state === 'done' || command.state === 'refused') return { state: command.state };
  await endCommands(db, [{ command, ending: { state, reason: reason ?? null, controllerTime: time } }]);
  return { state };
}

import { z } from 'zod';
import { commandStates, commandTypes, unlockObstacles } from './command-states.ts';
import { endpoint } from './endpoint.ts';
import { deviceTime } from './gateway.ts';
import { limits } from './limits.ts';
import { can } from './permissions.ts';
import { cleanText, id, idParams, instant } from './text.ts';

export const command = z.object({
  id,
  type: z.enum(commandTypes),
  state: z.enum(commandStates),
  /** One of `commandReasons` (command-states.ts), or the controller's own words. */
  reason: z.string().nullable(),
  created_at: instant,
  created_by: z.string(),
  /** The command is never carried out after this instant. */
  expires_at: instant,
  handed_out_at: instant.nullable(),
  /** When it reached its last state. */
  ended_at: instant.nullable(),
  /** Name of the profile that cancelled it. */
  ended_by: z.string().nullable(),
});
export type Command = z.infer<typeof command>;

const commandParams = z.object({ id, commandId: id });

export const commands = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/devices/:id/commands',
    summary: 'The last commands to a device, newest first, and whether the caller may send one now.',
    needs: can.editDevices,
    params: idParams,
    reply: z.object({
      data: z.object({
        /** null: none. */
        obstacle: z.enum(unlockObstacles).nullable(),
        /** Lifetime of a command, in seconds. */
        seconds: z.int(),
        commands: z.array(command),
      }),
    }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/v1/devices/:id/commands',
    summary: 'Unlock a device from afar: its controller fetches the command within its life, or never.',
    needs: can.editDevices,
    confirm: 'unlockDevice',
    params: idParams,
    body: z.object({ type: z.literal('unlock', { error: 'commandType' }) }),
    reply: z.object({ data: command }),
    status: 201,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/v1/devices/:id/commands/:commandId',
    summary: 'Cancel a command that its controller has not fetched yet.',
    needs: can.editDevices,
    params: commandParams,
  }),
};

const controllerCommand = z.object({
  /** The controller carries out each id once, however often it receives it. */
  id,
  serial: z.string(),
  type: z.enum(commandTypes),
  expiresAt: instant,
  /** Seconds until its end by the server's clock, for a controller whose own clock is unreliable. */
  secondsLeft: z.number(),
});

export const controllerCommands = {
  list: endpoint({
    method: 'GET',
    path: '/gateway/v1/commands',
    summary: 'The commands for this controller’s devices that are alive and not yet answered.',
    needs: 'controller',
    reply: z.object({ data: z.array(controllerCommand) }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/gateway/v1/commands/:id',
    summary: 'What came of a command; repeats are harmless.',
    needs: 'controller',
    params: idParams,
    body: z.object({
      state: z.enum(['done', 'refused']),
      /** Reason of a refusal, shown as it is. */
      reason: cleanText(limits.reported).optional(),
      /** Time of the outcome, by the controller's clock. */
      time: deviceTime.optional(),
    }),
    /** The stored state: an earlier answer is not overwritten. */
    reply: z.object({ state: z.enum(['done', 'refused']) }),
  }),
};

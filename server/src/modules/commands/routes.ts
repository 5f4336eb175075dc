import { commands, controllerCommands } from '@keyward/contract/commands';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { answerCommand, handOut } from './hand-out.ts';
import { cancelCommand, getCommand, listCommands, sendUnlock } from './service.ts';

export function commandRoutes(app: FastifyInstance) {
  route(app, commands.list, async ({ db, actor, params }) => ({ data: await listCommands(db, actor, params.id) }));
  route(
    app,
    commands.send,
    async ({ db, actor, params }) => ({ data: await sendUnlock(db, actor, params.id) }),
    async ({ db, actor, params }, id) => ({ data: await getCommand(db, actor, params.id, id) }),
  );
  route(app, commands.cancel, ({ db, actor, params }) => cancelCommand(db, actor, params.id, params.commandId));
  route(app, controllerCommands.list, async ({ db, actor }) => ({ data: await handOut(db, actor) }));
  route(app, controllerCommands.answer, ({ db, actor, params, body }) => answerCommand(db, actor, params.id, body));
}

import { custody } from '@keyward/contract/custody';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import type { Services } from '#core/module.ts';
import { readClosings } from './closing-service.ts';
import { remindHolder } from './reminder.ts';
import { readBoard } from './service.ts';

export function custodyRoutes(app: FastifyInstance, { vault }: Pick<Services, 'vault'>) {
  route(app, custody.board, ({ db, actor, query: { page, results_per_page: size, location, ...filters } }) =>
    readBoard(db, actor, { filters, location, page, size }),
  );
  route(app, custody.closing, ({ db, actor, query }) => readClosings(db, actor, query));
  route(app, custody.remind, ({ db, actor, params, body }) =>
    remindHolder(db, actor, vault, { id: params.id, holderId: body.holder }),
  );
}

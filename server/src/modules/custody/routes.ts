import { custody } from '@keyward/contract/custody';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { readBoard } from './service.ts';

export function custodyRoutes(app: FastifyInstance) {
  route(app, custody.board, ({ db, actor, query: { page, results_per_page: size, ...filters } }) =>
    readBoard(db, actor, { filters, page, size }),
  );
}

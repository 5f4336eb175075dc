import { views } from '@keyward/contract/views';
import type { FastifyInstance } from 'fastify';
import { PortalError } from '#core/errors.ts';
import { findList } from '#core/list/define.ts';
import { route } from '#core/route.ts';

/** The views of a list, for whoever may read the list. */
export function viewRoutes(app: FastifyInstance): void {
  route(app, views.list, async ({ actor, query }) => {
    const list = findList(query.resource);
    if (!list) throw new PortalError('notFound');
    if (!list.needs.holds(actor.authority)) throw new PortalError('forbidden');
    return { data: list.views.map((view) => ({ ...view, filterSchema: [] })) };
  });
}

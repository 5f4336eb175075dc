import { activity } from '@keyward/contract/activity';
import type { FastifyInstance } from 'fastify';
import { listJson } from '#core/list/reply.ts';
import { slotsTooSlow } from '#core/events/scope-slots.ts';
import { json, refuse } from '#core/http/reply.ts';
import { route } from '#core/http/route.ts';
import { readHistogram } from './histogram.ts';
import { eventList } from './list.ts';
import { getEvent } from './service.ts';

export function activityRoutes(app: FastifyInstance): void {
  route(app, activity.list, async ({ db, actor, query }) => json(await listJson(db, actor, eventList, query)));
  route(app, activity.histogram, async ({ db, actor, query: { bars, week_start: weekStart, ...query } }) => {
    const data = await readHistogram(db, actor, { query, bars, weekStart });
    return data ? { data } : refuse('unavailable', slotsTooSlow());
  });
  route(app, activity.get, async ({ db, actor, params }) => json(`{"data":${await getEvent(db, actor, params.id)}}`));
}

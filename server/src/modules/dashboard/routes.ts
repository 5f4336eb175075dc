import { metrics } from '@keyward/contract/dashboard';
import type { FastifyInstance } from 'fastify';
import { readSummary } from '#core/dashboard/cards.ts';
import { slotsTooSlow } from '#core/events/scope-slots.ts';
import { refuse } from '#core/http/reply.ts';
import { route } from '#core/http/route.ts';
import { readTimeline, readWeek } from './activity.ts';
import { readAttempts } from './attempts.ts';
import { readConnectivity, readReadings } from './devices.ts';
import { exportCheckouts, readCheckouts } from './service.ts';

export function dashboardRoutes(app: FastifyInstance) {
  route(app, metrics.summary, async ({ db, actor, params, query }) => ({
    data: await readSummary(db, actor, params.report, query),
  }));
  route(app, metrics.details, async ({ db, actor, query: { sort, download, ...filters } }) => ({
    data: await (download ? exportCheckouts : readCheckouts)(db, actor, { filters, sort }),
  }));
  route(app, metrics.timeline, async ({ db, actor, query: { from, to, bucket, timezone, ...filters } }) => {
    const data = await readTimeline(db, actor, { from, to, bucket, timezone, filters });
    return data ? { data } : refuse('unavailable', slotsTooSlow());
  });
  route(app, metrics.week, async ({ db, actor, query: { from, to, timezone, ...filters } }) => {
    const data = await readWeek(db, actor, { from, to, timezone, filters });
    return data ? { data } : refuse('unavailable', slotsTooSlow());
  });
  route(app, metrics.attempts, async ({ db, actor, query: { from, to, ...filters } }) => ({
    data: await readAttempts(db, actor, { from, to, timezone: undefined, filters }),
  }));
  route(app, metrics.connectivity, async ({ db, actor, query: { from, to, page, ...filters } }) => ({
    data: await readConnectivity(db, actor, { from, to, page, filters }),
  }));
  route(app, metrics.readings, async ({ db, actor, query: { from, to, field, page, ...filters } }) => ({
    data: await readReadings(db, actor, { from, to, field, page, filters }),
  }));
}

import { live } from '@keyward/contract/live';
import type { FastifyInstance } from 'fastify';
import { createHub } from '#core/live/hub.ts';
import { addGauge } from '#core/metrics.ts';
import { routeStream } from '#core/http/route-stream.ts';

export function liveRoutes(app: FastifyInstance): void {
  const hub = createHub(app.deps.pool, app.log);
  addGauge(app.deps.metrics, { name: 'keyward_live_streams', help: 'Open streams of live changes' }, () => [
    { value: hub.size() },
  ]);
  // closes the streams before the server waits for open connections, because a stream never ends by itself
  app.addHook('preClose', () => hub.close());
  routeStream(app, live.stream, (stream, { query }) => hub.open(stream, query.once === 'true'));
}

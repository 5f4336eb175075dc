import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { errorBody, PortalError } from '#core/errors.ts';
import { processMetrics } from '#core/metrics.ts';
import { isFromLoopback } from './loopback.ts';
import type { Readiness } from './readiness.ts';

/** /healthz: the process is alive. /readyz: it can serve reads and writes. /metrics: Prometheus, for loopback or a token. */
export function serveHealth(
  app: FastifyInstance,
  options: { metrics: Registry; metricsToken: string | undefined; stopping: () => boolean; readiness: Readiness },
) {
  const off = { exposeHeadRoute: false };
  app.get('/healthz', off, async () => ({ status: 'ok' }));
  app.get('/readyz', off, async (_request, reply) => {
    const unready = (reason: string) =>
      reply
        .status(503)
        .header('retry-after', '1')
        .send({ status: 'unavailable', reason, ...errorBody(new PortalError('unavailable')) });
    if (options.stopping()) return unready('stopping');
    const reason = await options.readiness.unready();
    return reason ? unready(reason) : { status: 'ready' };
  });

  const { metrics } = options;
  collectDefaultMetrics({ register: metrics });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time in seconds, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  const mayRead = (request: FastifyRequest) =>
    options.metricsToken === undefined
      ? isFromLoopback(request)
      : request.headers.authorization === `Bearer ${options.metricsToken}`;
  app.get('/metrics', off, async (request, reply) => {
    if (!mayRead(request)) throw new PortalError('notFound');
    return reply.type(metrics.contentType).send(await Registry.merge([metrics, processMetrics]).metrics());
  });
}

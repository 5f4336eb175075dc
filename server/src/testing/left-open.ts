// Fails a test file that leaves a portal open: its readiness check would keep querying a dropped database during later
// files of the same process.
import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';

const opened = new Map<FastifyInstance, string>();
function track(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  opened.set(fastify, new Error('opened').stack ?? '');
  fastify.addHook('onClose', (app) => void opened.delete(app));
}
diagnostics.subscribe('fastify.initialization', track);

// registered first, so it runs last
afterAll(() => {
  diagnostics.unsubscribe('fastify.initialization', track);
  // apps without `deps` are only built and run no checks
  const left = [...opened].filter(([app]) => app.hasDecorator('deps')).map(([, stack]) => stack);
  if (left.length > 0)
    throw new Error(`${left.length} of its apps are open at the end of this file: ${left.join('\n')}`);
});

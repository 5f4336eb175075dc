// A test file that leaves a portal open fails: its readiness check would go on asking a database that is gone, in the
// middle of the files that run after it in the same process.
import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';

const opened = new Map<FastifyInstance, string>();
function note(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  opened.set(fastify, new Error('opened').stack ?? '');
  fastify.addHook('onClose', (app) => void opened.delete(app));
}
diagnostics.subscribe('fastify.initialization', note);

// registered before all others of the file, so it runs after them
afterAll(() => {
  diagnostics.unsubscribe('fastify.initialization', note);
  // beside the portal there are instances that only build something, and watch nothing
  const left = [...opened].filter(([app]) => app.hasDecorator('deps')).map(([, stack]) => stack);
  if (left.length > 0)
    throw new Error(`${left.length} of its apps are open at the end of this file: ${left.join('\n')}`);
});

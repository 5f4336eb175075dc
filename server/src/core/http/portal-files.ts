import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { paths } from '@keyward/contract/paths';
import { PortalError } from '#core/errors.ts';
import { permissionsPolicy } from './security-headers.ts';

/** Hashes of the portal page's inline scripts, which the content security policy must allow. */
export function inlineScripts(folder: string): string[] {
  const file = path.join(folder, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`,
  );
}

/** The page of devices, whose form reads serial numbers with the camera. */
const scans = new RegExp(`^${paths.devices()}/?(?:\\?|$)`);

/** Serves the built portal. SPA fallback: any path that is neither a file nor an API route returns the page. */
export function servePortal(app: FastifyInstance, folder: string) {
  const built = existsSync(path.join(folder, 'index.html'));
  if (built) {
    void app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      wildcard: false,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = !/^\/(api|gateway|assets)(\/|$|\?)/.test(request.url);
    if (request.method !== 'GET' || !isPage || !built) throw new PortalError('notFound');
    if (scans.test(request.url)) void reply.header('permissions-policy', permissionsPolicy('(self)'));
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .sendFile('index.html', folder, { cacheControl: false });
  });
}

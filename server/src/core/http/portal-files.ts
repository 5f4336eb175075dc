import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '@keyward/contract/paths';
import { PortalError } from '#core/errors.ts';
import { permissionsPolicy } from './security-headers.ts';

export type PortalPage = {
  text: string;
  etag: string;
  /** The page as compressed by the build, by encoding. */
  compressed: ReadonlyMap<string, Buffer>;
  /** Hashes of its inline scripts, which the content security policy must allow. */
  scripts: readonly string[];
};

const suffixes = { br: '.br', gzip: '.gz' };

/**
 * The built portal's page; undefined when it was not built. It is read once: it names the files of one build, which a newer build
 * in the same folder may have replaced, and the content security policy of this process allows only its scripts.
 */
export function readPortalPage(folder: string): PortalPage | undefined {
  const file = path.join(folder, 'index.html');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const encodings = Object.entries(suffixes).filter(([, suffix]) => existsSync(file + suffix));
  return {
    text,
    etag: `W/"${hash('sha256', text, 'base64url')}"`,
    compressed: new Map(encodings.map(([encoding, suffix]) => [encoding, readFileSync(file + suffix)])),
    scripts: [...text.matchAll(/<script>([^]*?)<\/script>/g)].map(
      ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
    ),
  };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { text, etag, compressed }: PortalPage) {
  void reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  void reply.type('text/html; charset=utf-8');
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', [...compressed.keys()]);
  const bytes = encoding && compressed.get(encoding);
  return bytes ? reply.header('content-encoding', encoding).send(bytes) : reply.send(text);
}

/** The page of devices, whose form reads serial numbers with the camera. */
const scans = new RegExp(`^${paths.devices()}/?(?:\\?|$)`);

/** Serves the built portal. SPA fallback: any path that is neither a file nor an API route returns the page. */
export function servePortal(app: FastifyInstance, folder: string, page: PortalPage | undefined) {
  if (page) {
    void app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      wildcard: false,
      globIgnore: ['index.html*'],
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
    if (request.method !== 'GET' || !isPage || !page) throw new PortalError('notFound');
    if (scans.test(request.url)) void reply.header('permissions-policy', permissionsPolicy('(self)'));
    return sendPage(request, reply, page);
  });
}

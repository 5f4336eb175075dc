import path from 'node:path';
import { createRequire } from 'node:module';
import { endpoints } from '@keyward/contract/endpoints';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';
import { version } from '#core/version.ts';

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Keyward API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script></body></html>`;
const start = `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#docs', deepLinking: true });`;

/** Made on the first request, because it takes 50 ms, which would delay every start. */
let description: string | undefined;

/** /api/docs: interactive documentation of the contract. */
export function serveDocs(app: FastifyInstance) {
  const route = (url: string, type: string, text: string | (() => string)) =>
    app.get(url, { exposeHeadRoute: false }, (_, reply) =>
      reply.type(type).send(typeof text === 'string' ? text : text()),
    );
  route('/api/docs', 'text/html; charset=utf-8', page);
  route('/api/docs/start.js', 'text/javascript; charset=utf-8', start);
  route(
    '/api/docs/openapi.json',
    'application/json; charset=utf-8',
    () => (description ??= JSON.stringify(openApi(endpoints, version))),
  );
  const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  void app.register(fastifyStatic, { root: assets, serve: false });
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    app.get(`/api/docs/${file}`, { exposeHeadRoute: false }, (_, reply) => reply.sendFile(file, assets));
  }
}

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import cookie from '@fastify/cookie';
import { type StoreLinks, storeLinks } from '@keyward/contract/apps';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type pg from 'pg';
import { Registry } from 'prom-client';
import type { Socket } from 'node:net';
import { watchDatabase } from '#core/http/readiness.ts';
import { answerClientError } from '#core/http/client-errors.ts';
import { callShares } from '#core/http/call-shares.ts';
import { serveDocs } from '#core/http/docs.ts';
import { compressResponses } from '#core/http/compress.ts';
import { handleErrors, sendError } from '#core/http/error-handler.ts';
import { guardOrigin, guardTarget, parseQuery, readBodies, servedPath } from '#core/http/guards.ts';
import { serveHealth } from '#core/http/health.ts';
import { measurePool } from '#core/http/pool-metrics.ts';
import { readPortalPage, servePortal } from '#core/http/portal-files.ts';
import { createVault, type Vault } from '#core/auth/secrets.ts';
import { tenantLocales } from '#core/http/locale.ts';
import { logRequests, requestIds } from '#core/http/request-log.ts';
import { callHeaders, isCall, pageHeaders } from '#core/http/security-headers.ts';
import { tenantFinder } from '#core/tenants.ts';
import type { SupportProvider } from '#core/auth/single-sign-on.ts';
import type { Keypad } from '#core/keypad.ts';
import type { DrawPin } from '#core/pins/digits.ts';
import type { Services } from '#core/module.ts';
import { constraints, modules } from './modules.ts';

export type AppOptions = {
  /** The pool of the restricted role. */
  pool: pg.Pool;
  log?: FastifyBaseLogger;
  /** Addresses or networks whose X-Forwarded-* headers are trusted; default none. */
  trustProxy?: string[];
  /** Logs full addresses instead of networks. */
  fullAddress?: boolean;
  /** Serves the tenants of the demo data, and lists their accounts on the sign-in page. */
  demo: boolean;
  /** The keypad of the simulated locks; served in demo mode only. */
  keypad?: Keypad;
  metricsToken?: string;
  /** Adds figures to /metrics that the server itself does not know. */
  measure?: (metrics: Registry) => void;
  /** True when the process is about to stop: it is no longer ready, and each response closes its connection. */
  stopping?: () => boolean;
  /** The folder of the built portal. */
  portal?: string;
  /** Encrypts secrets in the database and sealed cookies. Without it, a key of this process is used, for tests. */
  vault?: Vault;
  /** Draws PINs in place of the random source, for tests. */
  drawPin?: DrawPin | undefined;
  /** PUBLIC_URL, or the address that the server listens on: for links in mail and for single sign-on. */
  portalBase?: () => string;
  /** The identity provider of the vendor's own staff; without it there are no support sessions. */
  supportProvider?: SupportProvider | undefined;
  /** Store links of the mobile apps; default: the stores' search. */
  storeLinks?: StoreLinks;
  /** Validates every reply against the contract; for tests. */
  checkReplies?: boolean;
};

const mebibyte = 1024 * 1024;

/** The server as a function of its options, with an explicit list of all that it serves. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...(options.log ? { loggerInstance: options.log } : { logger: false }),
    // logRequests writes one line per response, without the query string
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: requestIds(options.trustProxy ?? []),
    trustProxy: options.trustProxy?.length ? options.trustProxy : false,
    bodyLimit: mebibyte,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // route() answers a request without Host in the standard error shape
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384, requireHostHeader: false },
    exposeHeadRoutes: false,
    routerOptions: { querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => void sendError(request, reply, error),
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => answerClientError(error, socket),
    // requests that arrive during shutdown are served, with Connection: close
    return503OnClosing: false,
  });
  const portal = options.portal ?? path.join(import.meta.dirname, '../../web/dist');
  const stopping = options.stopping ?? (() => false);
  const readiness = watchDatabase(options.pool, app.log);
  app.addHook('onClose', () => readiness.stop());
  const metrics = new Registry();
  const { waiting, ...shares } = callShares(options.pool);
  measurePool(metrics, options.pool, waiting);
  options.measure?.(metrics);
  app.decorate('deps', {
    pool: options.pool,
    metrics,
    ...shares,
    findTenant: tenantFinder(options.pool, options.demo),
    tenantLocale: tenantLocales(options.pool),
    checkReplies: options.checkReplies ?? false,
    readiness,
    constraints,
  });
  app.decorate('endpoints', []);

  // RFC 9110 allows ignoring an unknown expectation; Node would refuse it in a format of its own
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  handleErrors(app);
  readBodies(app);
  await app.register(cookie);
  const page = readPortalPage(portal);
  const ofPages = await pageHeaders(page?.scripts ?? []);
  const ofDocs = { ...ofPages, 'cache-control': 'no-store' };
  logRequests(app, { fullAddress: options.fullAddress ?? false });
  app.addHook('onRequest', async (request, reply) => {
    const served = servedPath(request);
    if (isCall(served)) reply.headers(callHeaders);
    else reply.headers(served.startsWith('/api/') ? ofDocs : ofPages);
    if (stopping()) reply.header('connection', 'close');
  });
  compressResponses(app);
  guardTarget(app);
  guardOrigin(app); // after the headers, so that its refusals have them as well

  serveHealth(app, { metrics, metricsToken: options.metricsToken, stopping, readiness });
  serveDocs(app);
  const services: Services = {
    demo: options.demo,
    keypad: options.demo ? options.keypad : undefined,
    vault: options.vault ?? createVault(randomBytes(32)),
    drawPin: options.drawPin,
    portalBase: options.portalBase ?? (() => 'http://localhost:3000'),
    storeLinks: options.storeLinks ?? storeLinks,
    supportProvider: options.supportProvider,
    warn: (cause, text) => app.log.warn({ err: cause }, text),
  };
  for (const { routes } of modules) routes(app, services);
  servePortal(app, portal, page);
  return app;
}

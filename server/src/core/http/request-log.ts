// The log of requests: one line each, with an id that also appears in a proxy's log and in support cases.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressGroup } from './address-group.ts';

/** The tenant and the profile of a request, filled in by `route()`. */
type LogFields = { tenant?: string; profile?: string };
declare module 'fastify' {
  interface FastifyRequest {
    logFields: LogFields;
  }
}

const acceptable = /^[A-Za-z0-9-]{1,64}$/;
const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
/** IPv4 as printed by a dual-stack socket. */
const plain = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** The id of a request: its X-Request-Id if a trusted proxy sent one, else a new UUID. */
export function requestIds(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList();
  for (const text of trusted) {
    const [address = '', bits] = text.split('/');
    if (bits === undefined) proxies.addAddress(address, family(address));
    else proxies.addSubnet(address, Number(bits), family(address));
  }
  return ({ headers, socket }) => {
    const sent = headers['x-request-id'];
    const peer = plain(socket.remoteAddress ?? '');
    const usable = typeof sent === 'string' && acceptable.test(sent) && isIP(peer) && proxies.check(peer, family(peer));
    return usable ? sent : randomUUID();
  };
}

/** The form of an address in the log: its network, '192.0.2.0/24' or '2001:db8:0:0::/64'. */
export function shortAddress(address: string): string {
  const text = plain(address);
  return isIP(text) === 4 ? `${text.split('.').slice(0, 3).join('.')}.0/24` : addressGroup(text);
}

/** Returns the id in the response and logs each response, without the query string, which may contain tokens. */
export function logRequests(app: FastifyInstance, options: { fullAddress: boolean }): void {
  app.decorateRequest('logFields');
  app.addHook('onRequest', async (request, reply) => {
    request.logFields = {};
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    // load balancers poll every second, and readiness logs its own changes
    const isCheck = ['/healthz', '/readyz'].includes(request.routeOptions.url ?? '');
    const level = isCheck ? 'debug' : reply.statusCode >= 500 ? 'error' : 'info';
    request.log[level](
      {
        method: request.method,
        url: request.url.split('?')[0],
        status: reply.statusCode,
        ms: reply.elapsedTime,
        ...request.logFields,
        address: options.fullAddress ? request.ip : shortAddress(request.ip),
      },
      'request completed',
    );
  });
}

import type { FastifyRequest } from 'fastify';

const addresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const handedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether the request comes from this machine itself and was not forwarded by a proxy on it. */
export const isFromLoopback = ({ socket, headers }: FastifyRequest): boolean =>
  addresses.has(socket.remoteAddress ?? '') && handedOn.every((name) => headers[name] === undefined);

/** Whether it is also addressed to this machine. A page elsewhere can point its own host name at 127.0.0.1 (DNS rebinding). */
export function isLoopback(request: FastifyRequest): boolean {
  const host = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
  return isFromLoopback(request) && /^(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/.test(host);
}

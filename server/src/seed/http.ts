import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';

type Request = {
  method: string;
  /** The path with its query. */
  path: string;
  /** The tenant's host. */
  host: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Time in ms for which the server may be silent; default 15 s. */
  silenceMs?: number;
};
export type Answer = { status: number; body: string; headers: IncomingHttpHeaders };
export type Send = (request: Request) => Promise<Answer>;

/**
 * Sends JSON over keep-alive connections. The tenant's host goes into the Host header regardless of the URL, which fetch does not
 * allow. Rejects when the server is unreachable or silent for too long, and at once on `signal`.
 */
export function createHttp(url: string, connections: number, signal: AbortSignal): { send: Send; close: () => void } {
  const base = new URL(url);
  const secure = base.protocol === 'https:';
  const agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: connections });
  const send: Send = ({ method, path, host, headers = {}, body, silenceMs = 15_000 }) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const request = (secure ? https : http).request(
        new URL(path, base),
        {
          method,
          agent,
          signal,
          timeout: silenceMs,
          headers: {
            host,
            ...headers,
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          },
        },
        (response) => {
          let answer = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => (answer += part));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: answer, headers: response.headers }),
          );
          response.on('error', reject);
        },
      );
      request.on('timeout', () => request.destroy(new Error('the server does not answer')));
      request.on('error', reject);
      request.end(text);
    });
  return { send, close: () => agent.destroy() };
}

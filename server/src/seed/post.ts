import http from 'node:http';
import https from 'node:https';

export type PostResult = { status: number; body: string };
export type Post = (path: string, host: string, token: string, body: unknown) => Promise<PostResult>;

/**
 * Posts JSON over keep-alive connections. The tenant's host goes into the Host header, whatever the URL, which fetch
 * does not allow. Rejects when the server is unreachable or silent for 15 s, and at once on `signal`.
 */
export function createPoster(url: string, connections: number, signal: AbortSignal): { post: Post; close: () => void } {
  const base = new URL(url);
  const secure = base.protocol === 'https:';
  const agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: connections });
  const post: Post = (path, host, token, body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const request = (secure ? https : http).request(
        new URL(path, base),
        {
          method: 'POST',
          agent,
          signal,
          timeout: 15_000,
          headers: {
            host,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          },
        },
        (response) => {
          let answer = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => (answer += part));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body: answer }));
          response.on('error', reject);
        },
      );
      request.on('timeout', () => request.destroy(new Error('the server does not answer')));
      request.on('error', reject);
      request.end(text);
    });
  return { post, close: () => agent.destroy() };
}

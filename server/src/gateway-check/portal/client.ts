import http from 'node:http';
import https from 'node:https';

export type Call = {
  method: 'GET' | 'POST';
  /** The path with its query. */
  path: string;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The token in place of the controller's; null: none. */
  token?: string | null;
};
export type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string };
export type Send = (call: Call) => Promise<Answer>;

/** In ms; longer than any poll. */
const timeoutMs = 40_000;

function contentOf(body: unknown): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  return JSON.stringify(body);
}

/** Sends calls to a portal as the controller with this token. Rejects if no answer comes. */
export function sender(url: string, token: string): Send {
  const base = new URL(url);
  const { request } = base.protocol === 'https:' ? https : http;
  return (call) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const content = contentOf(call.body);
    const secret = call.token === undefined ? token : call.token;
    const headers = {
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    };
    const sent = request(new URL(call.path, base), { method: call.method, headers, timeout: timeoutMs }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    sent.end(content);
    return promise;
  };
}

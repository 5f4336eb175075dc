// Calls of the portal's API outside the browser: to sign in once, and to prepare data for a test.
import { request } from 'node:http';
import { auth } from '@keyward/contract/auth';
import type { EndpointSpec, In, Out } from '@keyward/contract/endpoint';

export type Tenant = 'demo' | 'harbor';
export type Person = 'admin' | 'manager' | 'clerk' | 'nobody';
export const password = 'Keyward-demo-1';

type Parts = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; ifMatch?: number };
type Answer = { status: number; text: string; cookie: string | undefined };

/** The tenant's origin: the host name selects the tenant, on the port of this run's server. */
export function originOf(tenant: Tenant): string {
  const { port } = new URL(process.env.BASE_URL ?? 'http://localhost:3000');
  return `http://${tenant === 'demo' ? 'localhost' : 'harbor.localhost'}:${port}`;
}

/**
 * Names under localhost do not resolve everywhere, so the socket connects to loopback and the Host header names the
 * tenant.
 */
export function send(
  tenant: Tenant,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { host, port, origin } = new URL(originOf(tenant));
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { host, origin, 'content-type': 'application/json', ...headers },
      },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, text, cookie: reply.headers['set-cookie']?.[0]?.split(';')[0] }),
        );
      },
    );
    call.on('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Signs in and returns the session cookie as `name=value`. */
export async function signIn(tenant: Tenant, username: string): Promise<string> {
  const answer = await send(tenant, auth.login.method, auth.login.path, { body: { username, password } });
  if (!answer.cookie) throw new Error(`${username} of ${tenant} could not sign in: ${answer.status} ${answer.text}`);
  return answer.cookie;
}

export type Call = <E extends EndpointSpec>(endpoint: E, parts?: In<E>) => Promise<Out<E>>;

/** Typed calls of one session. A refusal throws with its status and text. */
export function callsOf(tenant: Tenant, cookie: string): Call {
  return async <E extends EndpointSpec>(endpoint: E, parts?: In<E>): Promise<Out<E>> => {
    const { params = {}, query = {}, body, ifMatch }: Parts = parts ?? {};
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const { status, text } = await send(tenant, endpoint.method, `${path}?${new URLSearchParams(query)}`, {
      body,
      headers: { cookie, ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }) },
    });
    if (status >= 300) throw new Error(`${endpoint.method} ${path}: ${status} ${text}`);
    // the server's own tests check its replies against the contract
    return (text ? JSON.parse(text) : undefined) as Out<E>;
  };
}

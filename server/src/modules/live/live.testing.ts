// Reads the stream like a browser.
import http from 'node:http';
import { createSession } from '#core/auth/session.ts';
import { rows } from '#db/tenant.ts';
import { people, type Person, type tenants } from '#testing/people.ts';
import type { Portal } from '#testing/portal.ts';

type Message = { event: string; id: string; data: Record<string, unknown> };

async function portOf({ app }: Portal): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Listens at the port of another server of the same database, or at the portal's own. */
export async function openListening(portal: Portal, other?: number) {
  const port = other ?? (await portOf(portal));

  /** A separate session. */
  async function cookieOf(person: Person): Promise<string> {
    const { host, username } = people[person];
    const tenant: keyof typeof tenants = host === 'localhost' ? 'demo' : 'harbor';
    const token = await portal.inTenant(tenant, async (db) => {
      const [profile] = await rows<{ id: string }>(
        db,
        'select id from profile where tenant_id = $1 and username = $2',
        [db.tenantId, username],
      );
      return createSession(db, profile?.id ?? '', { address: '127.0.0.1', userAgent: 'test' });
    });
    return `keyward=${token}`;
  }

  /** Opens a stream until the test closes it, or the server does. */
  async function listen(person: Person, cookie?: string, query = '') {
    const cookieHeader = cookie ?? (await cookieOf(person));
    const messages: Message[] = [];
    const waiting = new Set<() => void>();
    const wake = () => {
      for (const one of waiting) one();
    };
    let ended = false;
    let heartbeats = 0;
    const headers = { host: people[person].host, cookie: cookieHeader, 'sec-fetch-site': 'same-origin' };
    const request = http.get({ host: '127.0.0.1', port, path: `/api/v1/live${query}`, headers });
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on('response', resolve);
      request.on('error', reject);
    });
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const fields = new Map(
          text
            .slice(0, end)
            .split('\n')
            .map((line): [string, string] => [
              line.slice(0, line.indexOf(':')),
              line.slice(line.indexOf(':') + 1).trim(),
            ]),
        );
        text = text.slice(end + 2);
        const event = fields.get('event');
        if (event === undefined) heartbeats++;
        else messages.push({ event, id: fields.get('id') ?? '', data: JSON.parse(fields.get('data') ?? '{}') });
      }
      wake();
    });
    response.on('close', () => {
      ended = true;
      wake();
    });
    response.on('error', () => undefined);
    /** Polls until a condition holds; fails after a timeout. */
    async function until(holds: () => boolean, what: string): Promise<void> {
      const limit = AbortSignal.timeout(10_000);
      while (!holds()) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        waiting.add(resolve);
        const onTimeout = () =>
          reject(new Error(`${person} did not receive: ${what}; only ${JSON.stringify(messages)}`));
        limit.addEventListener('abort', onTimeout);
        await promise.finally(() => {
          waiting.delete(resolve);
          limit.removeEventListener('abort', onTimeout);
        });
      }
    }
    const changes = () => messages.filter((m) => m.event === 'change').map((m) => m.data);
    return {
      status: response.statusCode,
      headers: response.headers,
      messages,
      changes,
      ended: () => ended,
      heartbeats: () => heartbeats,
      until,
      received: (event: string) => until(() => messages.some((m) => m.event === event), event),
      change: (fits: (data: Record<string, unknown>) => boolean) => until(() => changes().some(fits), 'a change'),
      closed: () => until(() => ended, 'the end'),
      stop: () => request.destroy(),
    };
  }
  return { listen, cookieOf, port };
}

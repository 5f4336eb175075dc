// The memory of a download's body serves the next one once the response was sent: never while a slow client still reads it.
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createSession } from '#core/auth/session.ts';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
await portal.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = portal.app.server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** More than the buffers of both ends of a connection take, so that a client that does not read stops the response. */
const [rows, width] = [4000, 3000];
const marks = { first: 'LOCK_UNLOCK', second: 'KEY_CHECKOUT' } as const;
for (const event of Object.values(marks)) {
  const made = Array.from({ length: rows }, (_, i): NewEvent => ({
    event,
    time: new Date(Date.UTC(2026, 0, 1) + i * 1000),
    entity: { domain: 'device', id: null, name: `${event} ${i}` },
    locations: [],
    raw: { text: event.repeat(width / event.length) },
  }));
  for (let i = 0; i < made.length; i += 500) {
    await portal.inTenant('demo', (db) => writeEvents(db, made.slice(i, i + 500)));
  }
}
const cookie = await portal.inTenant('demo', async (db) => {
  const { id } = await db.selectFrom('profile').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  return `keyward=${await createSession(db, id, { address: '127.0.0.1', userAgent: 'test' })}`;
});

const ask = (event: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const path = `/api/v1/events?event=${event}&results_per_page=${rows}&event_time=lt:2026-02-01T00:00:00Z`;
    const options = { host: '127.0.0.1', port, path, agent, headers: { host: 'localhost', cookie, ...headers } };
    get(options, resolve).once('error', reject);
  });
async function read(response: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
/** The names of the rows, without repeats of another type. */
const typesIn = (body: Buffer) => {
  const { data } = JSON.parse(String(body)) as { data: { event: string; description: { entityName: string } }[] };
  expect(data).toHaveLength(rows);
  return [...new Set(data.flatMap(({ event, description }) => [event, description.entityName.split(' ')[0]]))];
};

test('a download that is read slowly is not changed by later ones', async () => {
  const slow = await Promise.all(Array.from({ length: 2 }, () => ask(marks.first)));
  for (let i = 0; i < 2; i++) expect(typesIn(await read(await ask(marks.second)))).toEqual([marks.second]);
  for (const response of slow) expect(typesIn(await read(response))).toEqual([marks.first]);
});

test('a download that is given up changes none that follow', async () => {
  for (const encoding of ['identity', 'zstd']) {
    const aborted = await ask(marks.first, { 'accept-encoding': encoding });
    aborted.destroy();
    const bodies = await Promise.all([read(await ask(marks.second)), read(await ask(marks.first))]);
    expect(bodies.map(typesIn)).toEqual([[marks.second], [marks.first]]);
  }
});

// A server process is killed during redeems, offline uses, wrong entries and invitations. Every answered call is stored, and
// every repeated call gets its answer without a second effect.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { devices } from '@keyward/contract/devices';
import { expect, test } from 'vitest';
import { createSession } from '#core/auth/session.ts';
import { codeOf, makeInvite, makeKey } from '#modules/gateway/redeem.testing.ts';
import { openKilled } from '#testing/killed.ts';
import { serials, tenants } from '#testing/people.ts';
import { Caller, openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const kills = 20;
const portal = await openPortal();
const owner = portal.database.system;
const { vault, app, start, kill } = await openKilled(portal);

const { data: okms } = await portal.as.admin.call(devices.list, { query: { serial_number: serials.northOkm } });
const { token } = await issueToken(portal.as.admin, okms[0]?.id ?? '');
const { rows: admins } = await owner.query<{ id: string }>(
  `select id from profile where tenant_id = $1 and username = 'admin'`,
  [tenants.demo],
);
const session = await portal.inTenant('demo', (db) =>
  createSession(db, admins[0]?.id ?? '', { address: '127.0.0.1', userAgent: 'test' }),
);
const okm = { authorization: `Bearer ${token}` };
const admin = { cookie: `keyward=${session}` };

/** The same call in every repeat. */
type Call = { path: string; headers: Record<string, string>; body: object };
type Reply = { status: number; body: unknown };
async function sendTo(port: number, { path, headers, body }: Call): Promise<Reply | undefined> {
  try {
    const reply = await fetch(`http://localhost:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(8_000),
    });
    return { status: reply.status, body: await reply.json() };
  } catch {
    return undefined;
  }
}
const here = (headers: Record<string, string>) => new Caller(app, 'localhost', headers);
async function sendHere(call: Call): Promise<Reply> {
  for (;;) {
    const reply = await here(call.headers).raw('POST', call.path, call.body);
    if (reply.status !== 409 && reply.status !== 503) return reply;
    await sleep(20);
  }
}

const sealing = { ...portal, vault };
const serial = serials.northPadlock;
const time = new Date().toISOString();
async function newCalls(n: number) {
  const calls: Call[] = [];
  const keys: { id: string; uses: number }[] = [];
  const emails: string[] = [];
  for (let i = 0; i < n; i++) {
    const redeemed = await makeKey(sealing, { serial, uses: 3, invite: await makeInvite(portal) });
    const body = { number: randomUUID(), serial, code: codeOf(redeemed) };
    calls.push({ path: '/gateway/v1/redeem', headers: okm, body });
    keys.push({ id: redeemed.id, uses: 1 });
    const off = await makeKey(sealing, { serial, uses: 3 });
    const uses = [1, 2].map((step) => ({ number: randomUUID(), serial, keyId: off.id, step, time, offset: 0 }));
    calls.push({ path: '/gateway/v1/uses', headers: okm, body: { uses } });
    keys.push({ id: off.id, uses: 2 });
    const given = await makeKey(sealing, { serial });
    const email = `${randomUUID()}@example.com`;
    const keyed = { ...admin, 'idempotency-key': randomUUID() };
    calls.push({ path: '/api/v1/secure-key-invites', headers: keyed, body: { email, secure_key_ids: [given.id] } });
    emails.push(email);
  }
  return { calls, keys, emails };
}

test(`each call is done once although the server is killed ${kills} times`, { timeout: 600_000 }, async () => {
  let answered = 0;
  for (let round = 0; round < kills; round++) {
    await owner.query(`update secure_key_invite_step set at = at - interval '2 hours'`);
    const { calls, keys, emails } = await newCalls(12);
    const running = await start();
    const replies = new Map<Call, Reply>();
    const waiting = [...calls];
    const enough = 3 + Math.floor(Math.random() * 25);
    const lanes = Array.from({ length: 3 }, async () => {
      for (let call = waiting.shift(); call && running.child.exitCode === null; call = waiting.shift()) {
        const reply = await sendTo(running.port, call);
        if (reply && reply.status < 300) replies.set(call, reply);
        if (replies.size >= enough) running.child.kill('SIGKILL');
      }
    });
    await Promise.all(lanes);
    await kill();
    answered += replies.size;

    for (const call of calls) {
      const before = replies.get(call);
      const reply = await sendHere(call);
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
      if (before && call.path === '/gateway/v1/redeem') expect(reply.body).toEqual(before.body);
      else if (before && call.headers === okm)
        expect(reply.body).toMatchObject({ data: [{ outcome: 'repeated' }, { outcome: 'repeated' }] });
      else if (before)
        expect(reply.body).toMatchObject({ data: { id: (before.body as { data: { id: string } }).data.id } });
    }
    const { rows: counted } = await owner.query<{ id: string; uses: number; events: number }>(
      `select k.id, k.uses, (select count(*)::int from event e where e.event = 'USE_SECURE_KEY' and e.body like '%' || k.id || '%') as events
       from secure_key k where k.id = any($1::uuid[])`,
      [keys.map(({ id }) => id)],
    );
    const expected = keys.map(({ id, uses }) => ({ id, uses, events: uses }));
    const inOrder = (list: { id: string }[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(inOrder(counted)).toEqual(inOrder(expected));
    const { rows: invited } = await owner.query<{ invites: number; mails: number; events: number }>(
      `select (select count(*)::int from secure_key_invite where email = any($1::text[])) as invites,
         (select count(*)::int from mail where recipient = any($1::text[])) as mails,
         (select count(*)::int from event where event = 'SEND_INVITATION' and body::jsonb->'description'->>'entityName' = any($1::text[])) as events`,
      [emails],
    );
    expect(invited).toEqual([{ invites: emails.length, mails: emails.length, events: emails.length }]);
  }
  expect(answered).toBeGreaterThanOrEqual(3 * kills);
});

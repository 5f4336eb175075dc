// A support session changes nothing (docs/decisions/0013, 0117): every call that writes is refused in it, whatever the
// call needs, before its input is judged.
import { auth } from '@keyward/contract/auth';
import { endpoints } from '@keyward/contract/endpoints';
import type { EndpointSpec } from '@keyward/contract/endpoint';
import type { ErrorReply } from '@keyward/contract/errors';
import { settings } from '@keyward/contract/settings';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSession } from '#core/auth/session.ts';
import { upsertSupportProfile } from '#modules/support/queries.ts';
import { tenants } from '#testing/people.ts';
import { Caller, openPortal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';

const portal = await openPortal();
await portal.database.system.query('update tenant set support_access = true where id = $1', [tenants.demo]);
const id = randomUUID();
await portal.inTenant('demo', (db) => upsertSupportProfile(db, id, 'Jane Doe'));
async function signIn(): Promise<Caller> {
  const from = { address: '127.0.0.1', userAgent: 'test' };
  const token = await portal.inTenant('demo', (db) => createSession(db, id, from, 'jane@vendor.example'));
  return new Caller(portal.app, 'localhost', { cookie: `keyward=${token}` });
}
const jane = await signIn();

/** The calls that end the session, or another one of the same profile. */
const allowed = ['auth.logout', 'settings.endSession'];
const isOfSession = ({ needs }: EndpointSpec) => needs !== 'public' && needs !== 'controller';
const writes = Object.entries<EndpointSpec>(endpoints).filter(
  ([name, spec]) => isOfSession(spec) && (spec.method !== 'GET' || spec.writes) && !allowed.includes(name),
);
const reads = Object.entries<EndpointSpec>(endpoints).filter(
  ([, spec]) => isOfSession(spec) && spec.method === 'GET' && !spec.writes && !spec.stream,
);
const send = ({ method, path, file }: EndpointSpec) =>
  jane.raw(
    method,
    path.replace(/:\w+/g, randomUUID()),
    method === 'GET' ? undefined : file ? Buffer.from('a,b') : {},
    file ? { 'content-type': file } : {},
  );

test.each(writes)('%s is refused in a support session', async (_name, spec) => {
  const before = await stateOf(portal.database);
  const answer = await send(spec);
  const [error] = (answer.body as ErrorReply).errors;
  expect([answer.status, error?.code]).toEqual([403, 'supportReadOnly']);
  expect(await stateOf(portal.database)).toEqual(before);
});

test('calls that only read are not refused', async () => {
  expect(reads.length).toBeGreaterThan(20);
  for (const [name, spec] of reads) expect((await send(spec)).text, name).not.toContain('supportReadOnly');
});

test('a support session can end another one of its profile, and itself', async () => {
  const here = await signIn();
  const { data } = await here.call(settings.sessions);
  const others = data.filter(({ current }) => !current);
  expect(others).toHaveLength(1);
  await here.call(settings.endSession, { params: { id: others[0]?.id ?? '' } });
  expect((await jane.request(auth.me)).status).toBe(401);
  await here.call(auth.logout);
  expect((await here.request(auth.me)).status).toBe(401);
});

test('the contract names the calls that are allowed', () => {
  const named = Object.entries<EndpointSpec>(endpoints).flatMap(([name, spec]) => (spec.inSupport ? [name] : []));
  expect(named).toEqual(allowed);
});

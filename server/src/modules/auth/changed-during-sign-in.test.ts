import { expect, test } from 'vitest';
import { demoPassword as password } from '#core/auth/demo.ts';
import { hashPassword } from '#core/auth/password.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import type { Step } from '#core/auth/start-session.ts';
import { signIn } from './service.ts';

const portal = await openPortal();
const another = await hashPassword('Another-passw0rd');

/** Changes of the clerk between the two steps of signing in, during password hashing. */
const changes: [string, string, unknown[]][] = [
  ['the password was changed', 'update profile set password_hash = $2 where tenant_id = $1 and id = $3', [another]],
  ['the profile was disabled', 'update profile set disabled = $2 where tenant_id = $1 and id = $3', [true]],
  [
    'the validity ended',
    'update profile set valid_until = now() - $2::interval where tenant_id = $1 and id = $3',
    ['0 s'],
  ],
  [
    'the tenant sent them to single sign-on',
    `insert into sso_provider (tenant_id, issuer, client_id, client_secret, profile_claim, domains, password_names)
     select $1, 'https://login.example', $2, '', 'sub', '{}', '{}' where $3::uuid is not null`,
    ['keyward'],
  ],
];

async function attempt(between: () => Promise<unknown>): Promise<{ sessions: number; refused: boolean }> {
  let sessions = 0;
  let steps = 0;
  const step: Step = async (work) => {
    const result = await portal.inTenant('demo', work);
    if (++steps === 1) await between();
    return result;
  };
  // everything that signing in changes
  const http = {
    address: '192.0.2.1',
    userAgent: 'test',
    readCookie: () => undefined,
    cookieNames: () => [],
    setCookie: () => undefined,
    startSession: () => void sessions++,
  } as unknown as Exchange;
  const answer = await signIn(step, http, { username: 'clerk', password });
  return { sessions, refused: !('data' in answer) };
}

test.each(changes)('the correct password does not sign in when %s during hashing', async (_what, text, values) => {
  const { system } = portal.database;
  const { rows } = await system.query<{ id: string; password_hash: string }>(
    `select id, password_hash from profile where tenant_id = $1 and username = 'clerk'`,
    [tenants.demo],
  );
  const [{ id, password_hash: before } = { id: '', password_hash: '' }] = rows;
  expect(await attempt(async () => undefined)).toEqual({ sessions: 1, refused: false });
  expect(await attempt(() => system.query(text, [tenants.demo, ...values, id]))).toEqual({
    sessions: 0,
    refused: true,
  });
  await system.query('update profile set password_hash = $2, disabled = false, valid_until = null where id = $1', [
    id,
    before,
  ]);
  await system.query('delete from sso_provider');
});

import { passwords } from '@keyward/contract/password';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword as password } from '#core/auth/demo.ts';
import { hashPassword } from '#core/auth/password.ts';
import { endOtherSessionsOf, endSessionsOf } from '#core/auth/session.ts';
import { lockProfile } from '#core/auth/sign-in-profile.ts';
import { takeTurn } from '#core/auth/take-turn.ts';
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

type Attempted = { sessions: number; refused: boolean; token?: unknown };

/** `beforeCommit` is awaited before the second step commits. */
async function attempt(
  between: () => Promise<unknown>,
  beforeCommit: () => Promise<unknown> = async () => undefined,
): Promise<Attempted> {
  let sessions = 0;
  let steps = 0;
  const step: Step = async (work) => {
    const isSecond = ++steps === 2;
    const result = await portal.inTenant('demo', async (db) => {
      const done = await work(db);
      if (isSecond) await beforeCommit();
      return done;
    });
    if (!isSecond) await between();
    return result;
  };
  // the parts of an exchange that signing in changes
  const http = {
    address: '192.0.2.1',
    userAgent: 'test',
    readCookie: () => undefined,
    cookieNames: () => [],
    setCookie: () => undefined,
    startSession: () => void sessions++,
  } as unknown as Exchange;
  const answer = await signIn(step, http, { username: 'clerk', password });
  if (!('data' in answer)) return { sessions, refused: true };
  const { data } = answer;
  return { sessions, refused: false, ...('passwordResetToken' in data ? { token: data.passwordResetToken } : {}) };
}

const { system } = portal.database;
/** The clerk as in the test world, with the password that `attempt` sends. */
const { rows } = await system.query<{ id: string; password_hash: string; password_version: number }>(
  `select id, password_hash, password_version from profile where tenant_id = $1 and username = 'clerk'`,
  [tenants.demo],
);
const [owner = { id: '', password_hash: '', password_version: 0 }] = rows;
afterEach(async () => {
  await system.query(
    `update profile set password_hash = $2, password_version = $3, password_temporary = false, disabled = false,
       valid_until = null where id = $1`,
    [owner.id, owner.password_hash, owner.password_version],
  );
  await system.query('delete from password_token where profile_id = $1', [owner.id]);
  await system.query('delete from sso_provider');
});

test.each(changes)('the correct password does not sign in when %s during hashing', async (_what, text, values) => {
  expect(await attempt(async () => undefined)).toEqual({ sessions: 1, refused: false });
  expect(await attempt(() => system.query(text, [tenants.demo, ...values, owner.id]))).toEqual({
    sessions: 0,
    refused: true,
  });
});

describe('a change that ends the sessions of the profile', () => {
  type Change = { password_hash: string; password_version: number } | { disabled: boolean };
  const newPassword: Change = { password_hash: another, password_version: owner.password_version + 1 };
  const written: [string, Change][] = [
    ['a new password', newPassword],
    ['disabling', { disabled: true }],
  ];
  type Pause = () => Promise<unknown>;
  /** Writes the change as imports do, with a pause before the sessions end and one before it commits. */
  const write = (change: Change, beforeEnd: Pause, beforeCommit: Pause) =>
    portal.inTenant('demo', async (db) => {
      await takeTurn(db, owner.id);
      await db.updateTable('profile').set(change).where('id', '=', owner.id).execute();
      await beforeEnd();
      await endSessionsOf(db, owner.id);
      await beforeCommit();
    });
  const atOnce = async () => undefined;
  const sessions = async () => (await system.query('select from session where profile_id = $1', [owner.id])).rowCount;
  const isWaited = async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await system.query(waiting)).rowCount).toBe(1);
  };

  /** Signs in while `change` is written completely but not committed. */
  async function signInBeside(change: (beforeCommit: Pause) => Promise<void>): Promise<Attempted> {
    const done = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const changing = change(() => {
      done.resolve();
      return commit.promise;
    });
    const attempting = attempt(() => done.promise);
    await isWaited();
    commit.resolve();
    await changing;
    return attempting;
  }

  test.each(written)(
    'blocks a sign-in that read the former state, which is then refused: %s',
    async (_what, change) => {
      const beside = signInBeside((beforeCommit) => write(change, atOnce, beforeCommit));
      expect(await beside).toEqual({ sessions: 0, refused: true });
      expect(await sessions()).toBe(0);
    },
  );

  test('also blocks such a sign-in when it keeps the session that made the change', async () => {
    const beside = signInBeside((beforeCommit) =>
      portal.inTenant('demo', async (db) => {
        await lockProfile(db, owner.id);
        await db.updateTable('profile').set({ password_hash: another }).where('id', '=', owner.id).execute();
        await endOtherSessionsOf(db, owner.id, randomUUID());
        await beforeCommit();
      }),
    );
    expect(await beside).toEqual({ sessions: 0, refused: true });
    expect(await sessions()).toBe(0);
  });

  /** Signs in while `change` is written but has ended no session; it ends the sessions when the sign-in is about to commit. */
  async function signInFirst(change: Change): Promise<Attempted> {
    const stored = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const changing = write(
      change,
      () => {
        stored.resolve();
        return end.promise;
      },
      atOnce,
    );
    try {
      return await attempt(
        () => stored.promise,
        () => {
          end.resolve();
          return isWaited();
        },
      );
    } finally {
      end.resolve();
      await changing;
    }
  }

  test.each(written)('ends the session of a sign-in that commits first: %s', async (_what, change) => {
    expect(await signInFirst(change)).toEqual({ sessions: 1, refused: false });
    expect(await sessions()).toBe(0);
  });

  describe('with a temporary password', () => {
    beforeEach(() => system.query('update profile set password_temporary = true where id = $1', [owner.id]));
    const isValid = async (token: unknown) =>
      (await portal.as.anonymous.call(passwords.verifyToken, { body: { token: String(token) } })).data.isValid;

    test.each(written)('revokes the token that a concurrent sign-in got first: %s', async (_what, change) => {
      const { token, ...attempted } = await signInFirst(change);
      expect(attempted).toEqual({ sessions: 0, refused: false });
      expect(await isValid(token)).toBe(false);
    });

    test('does not block a sign-in whose earlier token it has revoked', async () => {
      const { token } = await attempt(atOnce);
      expect(await isValid(token)).toBe(true);
      await expect(signInFirst(newPassword)).rejects.toMatchObject({ code: '55P03' });
      expect(await isValid(token)).toBe(false);
    });
  });
});

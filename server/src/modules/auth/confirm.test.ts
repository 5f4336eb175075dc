import { confirm } from '@keyward/contract/confirm';
import { confirmMinutes } from '@keyward/contract/confirm-acts';
import { passwords } from '@keyward/contract/password';
import { settings } from '@keyward/contract/settings';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoPassword as password } from '#core/auth/demo.ts';
import { createSession } from '#core/auth/session.ts';
import { openGuarded } from '#testing/guarded.ts';
import { tenants } from '#testing/people.ts';
import { Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { system } = portal.database;
const guarded = openGuarded(portal);
const { clerk, manager, nobody, harborClerk, anonymous } = portal.as;
const act = 'exportPins';

const idOf = async (username: string) => {
  const { rows } = await system.query<{ id: string }>('select id from profile where tenant_id = $1 and username = $2', [
    tenants.demo,
    username,
  ]);
  return rows[0]?.id ?? '';
};

beforeEach(async () => {
  await system.query('delete from sign_in_attempt');
  await guarded.forget();
});

describe('a call whose act needs a confirmation', () => {
  test('is refused without a confirmation, checked after `needs` and before the input', async () => {
    const answer = await clerk.request(guarded.spec, { body: { reason: 'tested' } });
    expect([answer.status, answer.body]).toEqual([
      403,
      {
        errors: [{ code: 'confirmAgain', detail: 'Confirm that it is you, then try again.', params: { act } }],
      },
    ]);
    const wrong = await clerk.raw('POST', guarded.spec.path, { reason: 7 });
    expect([wrong.status, wrong.text]).toEqual([403, answer.text]);
    expect(await guarded.act(nobody)).toBe('forbidden');
    expect(await guarded.act(anonymous)).toBe('unauthorized');
  });

  test('is carried out for five minutes after a confirmation', async () => {
    expect((await clerk.request(confirm.password, { body: { act, password } })).status).toBe(204);
    expect(await guarded.act(clerk)).toBe('done');
    expect((await clerk.raw('POST', guarded.spec.path, { reason: 7 })).status).toBe(400);
    await guarded.later(confirmMinutes - 0.5);
    expect(await guarded.act(clerk)).toBe('done');
    await guarded.later(0.6);
    expect(await guarded.act(clerk)).toBe('confirmAgain');
    await clerk.call(confirm.password, { body: { act, password } });
    expect(await guarded.act(clerk)).toBe('done');
  });

  test('is not confirmed by another session of the same profile, another profile, or another tenant', async () => {
    await clerk.call(confirm.password, { body: { act, password } });
    const other = await portal.signIn(await idOf('clerk'));
    expect(await guarded.act(other)).toBe('confirmAgain');
    expect(await guarded.act(manager)).toBe('confirmAgain');
    expect(await guarded.act(harborClerk)).toBe('confirmAgain');
  });

  test('is not confirmed by a confirmation of another act', async () => {
    await clerk.call(confirm.password, { body: { act, password } });
    await system.query(`update confirmation set act = 'another'`);
    expect(await guarded.act(clerk)).toBe('confirmAgain');
    const unknown = await clerk.raw('POST', confirm.password.path, { act: 'another', password });
    expect(unknown.status).toBe(400);
  });

  test('is carried out twice at the same time under one confirmation', async () => {
    await clerk.call(confirm.password, { body: { act, password } });
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => guarded.act(clerk))))).toEqual(new Set(['done']));
  });

  test('is refused when the session has ended, which deletes its confirmation', async () => {
    const id = await idOf('clerk');
    const leaving = await portal.signIn(id);
    await leaving.call(confirm.password, { body: { act, password } });
    const own = (await leaving.call(settings.sessions)).data.find((session) => session.current)?.id ?? '';
    await clerk.call(settings.endSession, { params: { id: own } });
    expect(await guarded.act(leaving)).toBe('sessionExpired');
    expect((await system.query('select from confirmation')).rowCount).toBe(0);
  });
});

describe('confirming with the password', () => {
  test('refuses a wrong password, and counts it like a failed sign-in', async () => {
    const wrong = { body: { act, password: 'not-this-one' } } as const;
    expect(await clerk.refused(confirm.password, wrong)).toMatchObject({
      status: 400,
      code: 'wrongPassword',
      constraint: 'password',
    });
    expect(await guarded.act(clerk)).toBe('confirmAgain');
    for (let i = 0; i < 8; i++) await clerk.refused(confirm.password, wrong);
    // the tenth failure is in another form, by the same person
    const elsewhere = { password: 'wrong', newPassword: 'Not-today-1', confirmationPassword: 'Not-today-1' };
    expect(await clerk.refused(passwords.changeOwn, { body: elsewhere })).toMatchObject({ code: 'wrongPassword' });
    expect(await clerk.refused(confirm.password, { body: { act, password } })).toMatchObject({
      status: 429,
      code: 'tooManyAttempts',
    });
    expect(await guarded.act(clerk)).toBe('confirmAgain');
  });

  test('checks at most ten of thirty concurrent guesses', async () => {
    const guess = (i: number) => clerk.request(confirm.password, { body: { act, password: `wrong ${i}` } });
    const statuses = (await Promise.all(Array.from({ length: 30 }, (_, i) => guess(i)))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(13);
  });

  test('confirms nothing when the session ends while the password is checked', async () => {
    const who = await portal.signIn(await idOf('manager'));
    const ending = await system.connect();
    try {
      await ending.query('begin');
      await ending.query(`delete from session where id = (select id from session order by created_at desc limit 1)`);
      const answer = who.refused(confirm.password, { body: { act, password } });
      // the call waits until the session, which it stores a confirmation for, is deleted
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%confirmation%'`;
      await expect.poll(async () => (await system.query(waiting)).rowCount).toBe(1);
      await ending.query('commit');
      expect(await answer).toMatchObject({ status: 401, code: 'sessionExpired' });
    } finally {
      ending.release();
    }
    expect((await system.query('select from confirmation')).rowCount).toBe(0);
  });

  test('is the only way offered to a person without a passkey', async () => {
    expect((await clerk.call(confirm.ways)).data.ways).toEqual(['password']);
    await system.query(`update profile set password_hash = null where tenant_id = $1 and username = 'editor'`, [
      tenants.demo,
    ]);
    expect((await portal.as.editor.call(confirm.ways)).data.ways).toEqual([]);
  });
});

test('a support session confirms nothing and carries out nothing', async () => {
  await system.query('update tenant set support_access = true where id = $1', [tenants.demo]);
  const token = await portal.inTenant('demo', async (db) =>
    createSession(db, await idOf('clerk'), { address: '127.0.0.1', userAgent: 'test' }, 'jane@vendor.example'),
  );
  const support = new Caller(portal.app, 'localhost', { cookie: `keyward=${token}` });
  expect((await support.call(confirm.ways)).data.ways).toEqual([]);
  for (const call of [
    support.refused(confirm.password, { body: { act, password } }),
    support.refused(confirm.passkeyOptions, { body: { act } }),
    support.refused(confirm.startProvider, { body: { act } }),
  ])
    expect(await call).toMatchObject({ status: 403, code: 'supportReadOnly' });
  // a support session confirms nothing, even if the database has a confirmation
  await system.query(
    `insert into confirmation (tenant_id, session_id, act, expires_at)
     select tenant_id, id, $1, now() + interval '5 minutes' from session where support_email is not null`,
    [act],
  );
  expect(await guarded.act(support)).toBe('supportReadOnly');
});

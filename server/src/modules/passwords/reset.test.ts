import { passwords, resetSubmitted } from '@keyward/contract/password';
import { beforeEach, describe, expect, test } from 'vitest';
import { issuePasswordToken } from '#core/auth/password-token.ts';
import { newSecret } from '#core/auth/secrets.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal, portalBase } from '#testing/portal.ts';

const portal = await openPortal();
const outbox = openOutbox(portal);
const { anonymous } = portal.as;
const { system } = portal.database;

const change = (sql: string, username: string) =>
  system.query(`update profile set ${sql} where tenant_id = $1 and username = $2`, [tenants.demo, username]);
const isValid = async (one: string) =>
  (await anonymous.call(passwords.verifyToken, { body: { token: one } })).data.isValid;
const token = async (username: string) => {
  const { rows } = await system.query<{ id: string }>('select id from profile where tenant_id = $1 and username = $2', [
    tenants.demo,
    username,
  ]);
  return portal.inTenant('demo', (db) => issuePasswordToken(db, rows[0]?.id ?? '', 'reset'));
};
/** Deletes past requests, so that the hourly limits do not apply. */
const forgetRequests = () => system.query('delete from reset_request');

beforeEach(async () => {
  await forgetRequests();
  await outbox.work();
  outbox.messages.length = 0;
});

describe('requesting a link', () => {
  const requestReset = (username: string, headers: Record<string, string> = {}) =>
    anonymous.raw('POST', passwords.sendReset.path, { username }, headers);

  test.each([
    ['nothing', '', 'usernameRequired'],
    ['space', '  ', 'usernameRequired'],
    ['more than 60 characters', 'é'.repeat(61), 'profileIdTooLong'],
  ])('refuses %s', async (_what, username, reason) => {
    const refused = await anonymous.refused(passwords.sendReset, { body: { username } });
    expect(refused).toMatchObject({ status: 400, code: 'invalidField', constraint: 'username', params: { reason } });
    expect((await requestReset('é'.repeat(60))).body).toEqual({ message: resetSubmitted });
  });

  test('responds alike for everyone, and mails only profiles that can set a password', async () => {
    await change('email = null', 'nobody');
    const answers = [];
    for (const username of ['clerk', 'CLERK ', 'gone', 'nobody', 'not-there', "' or 1=1 --"])
      answers.push(await requestReset(username));
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((a) => a.text))).toEqual(new Set([JSON.stringify({ message: resetSubmitted })]));
    const names = answers.map((a) => Object.keys(a.headers).toSorted().join());
    expect(new Set(names).size).toBe(1);
    await outbox.work();
    expect(outbox.messages.map((m) => m.to)).toEqual(['clerk@demo.example']);
    const [link = ''] = outbox.tokens('clerk@demo.example');
    expect(await isValid(link)).toBe(true);
  });

  test('does the same database work for every name', async () => {
    const statements = async (username: string) => {
      const before = await system.query<{ jobs: number; rows: number }>(
        'select (select count(*) from graphile_worker.jobs) as jobs, (select count(*) from reset_request) as rows',
      );
      await requestReset(username);
      const after = await system.query<{ jobs: number; rows: number }>(
        'select (select count(*) from graphile_worker.jobs) as jobs, (select count(*) from reset_request) as rows',
      );
      return [
        Number(after.rows[0]?.jobs) - Number(before.rows[0]?.jobs),
        Number(after.rows[0]?.rows) - Number(before.rows[0]?.rows),
      ];
    };
    await requestReset('somebody first');
    expect(await statements('clerk')).toEqual(await statements('not there at all'));
    const { rows: kept } = await system.query('select * from graphile_worker._private_jobs');
    expect(JSON.stringify(kept)).not.toContain('not there at all');
    await outbox.work();
  });

  test('is limited to once a minute and five times an hour per account, and twenty times per address', async () => {
    const minutePasses = () => system.query(`update reset_request set last_at = last_at - interval '61 seconds'`);
    const jobs = async () =>
      Number((await system.query<{ n: string }>('select count(*) as n from graphile_worker.jobs')).rows[0]?.n);
    await outbox.work();
    expect(await jobs()).toBe(0);
    const parallel = await Promise.all(Array.from({ length: 10 }, () => requestReset('manager')));
    expect(parallel.every((a) => a.status === 200)).toBe(true);
    expect(await jobs()).toBe(1);
    for (let i = 0; i < 8; i++) {
      await minutePasses();
      await requestReset(i % 2 ? 'manager' : 'MANAGER');
    }
    expect(await jobs()).toBe(5);
    await forgetRequests();
    for (let i = 0; i < 25; i++) expect((await requestReset(`name-${i}`)).text).toContain(resetSubmitted);
    expect(await jobs()).toBe(25);
    await outbox.work();
  });

  test('a job that runs twice sends one link', async () => {
    await requestReset('editor');
    await outbox.work();
    await forgetRequests();
    await requestReset('editor');
    await outbox.work();
    expect(outbox.messages).toHaveLength(1);
  });

  test('a job that waited for more than an hour sends none', async () => {
    const requestedBefore = async (minutes: number) => {
      await system.query('delete from password_token');
      await forgetRequests();
      await requestReset('clerk');
      const { rowCount } = await system.query(
        `update graphile_worker._private_jobs set created_at = now() - interval '1 minute' * $1`,
        [minutes],
      );
      await outbox.work();
      // other jobs may follow the mail
      const jobsOfRequest = `select from graphile_worker.jobs where task_identifier = 'password-reset'`;
      const left = (await system.query(jobsOfRequest)).rowCount;
      return [rowCount, left, outbox.messages.splice(0).map(({ to }) => to)];
    };
    expect(await requestedBefore(61)).toEqual([1, 0, []]);
    expect(await requestedBefore(59)).toEqual([1, 0, ['clerk@demo.example']]);
  });

  test.each([
    { host: 'localhost:8443', 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example;proto=http', 'x-forwarded-proto': 'http', 'x-forwarded-port': '81' },
    { host: 'localhost:1234', 'x-original-url': 'https://evil.example/', 'x-host': 'evil.example' },
    { host: 'LOCALHOST', origin: 'https://evil.example', referer: 'https://evil.example/' },
  ])('the link is built from the configuration, whatever the headers say: %j', async (headers) => {
    await system.query('delete from password_token');
    expect((await requestReset('homeless', headers)).status).toBe(200);
    const one = await token('clerk');
    const body = { token: one, password: `Aa1!${newSecret()}`, confirmationPassword: '' };
    body.confirmationPassword = body.password;
    expect((await anonymous.raw('POST', passwords.set.path, body, headers)).status).toBe(200);
    await outbox.work();
    expect(outbox.messages).toHaveLength(2);
    for (const { text, html, subject } of outbox.messages) {
      expect(`${text}${html}${subject}`).not.toContain('evil');
      const places = `${text}${html}`.match(/https?:\/\/[^/\s"<]+/g) ?? [];
      expect(new Set(places)).toEqual(new Set([portalBase]));
    }
  });

  test('an unknown host is refused', async () => {
    for (const host of ['evil.example', 'localhost.evil.example', 'localhost@evil.example', 'localhost, evil.example'])
      expect((await requestReset('clerk', { host })).status).toBe(421);
  });

  test('links carry the tenant’s own host or address', async () => {
    const reset = { body: { username: 'admin' } };
    await portal.as.harborAdmin.call(passwords.sendReset, reset);
    await outbox.work();
    expect(outbox.messages[0]?.text).toContain('https://harbor.localhost:8443/set-password?token=');
    await system.query(`update tenant set public_url = 'https://keys.harbor.example' where id = $1`, [tenants.harbor]);
    await system.query('delete from password_token');
    await forgetRequests();
    await portal.as.harborAdmin.call(passwords.sendReset, reset);
    await outbox.work();
    expect(outbox.messages[1]?.text).toContain('https://keys.harbor.example/set-password?token=');
  });
});

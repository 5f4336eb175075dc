// The operator's commands that stop profiles, sessions and tenants, as the next call of those affected shows.
import fs from 'node:fs';
import { activity } from '@keyward/contract/activity';
import { auth, signIn } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { createSession } from '#core/auth/session.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { serials, tenants } from '#testing/people.ts';
import { Caller, openPortal } from '#testing/portal.ts';
import { openSso } from '#testing/sso.ts';
import { issueToken } from '#testing/tokens.ts';
import { runCommand } from './command.testing.ts';

const portal = await openPortal();
const { system } = portal.database;
const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));
const environment = {
  DATABASE_URL: portal.database.url,
  KEYWARD_TEST: '1',
  KEYWARD_DATA: folder,
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://keyward.example',
};
const keyward = (...command: string[]) => runCommand(environment, ...command);
const said = async (...command: string[]) => {
  const { code, out, err } = await keyward(...command);
  return code === 0 ? out.trimEnd() : `refused: ${err.trimEnd()}`;
};

const status = async (caller: Caller) => (await caller.request(auth.me)).status;
const login = (host: string, username: string) =>
  new Caller(portal.app, host, {}).request(auth.login, { body: { username, password: demoPassword } });
const cookieOf = (headers: Record<string, unknown>) => /keyward=[0-9a-f]{64}/.exec(String(headers['set-cookie']))?.[0];
async function signedIn(host: string, username: string): Promise<Caller> {
  const { headers } = await login(host, username);
  return new Caller(portal.app, host, { cookie: cookieOf(headers) ?? 'none' });
}
const sessionOf = async (tenant: keyof typeof tenants, host: string, username: string) => {
  const { rows } = await system.query<{ id: string }>('select id from profile where tenant_id = $1 and username = $2', [
    tenants[tenant],
    username,
  ]);
  const from = { address: '127.0.0.1', userAgent: 'test' };
  const token = await portal.inTenant(tenant, (db) => createSession(db, rows[0]?.id ?? '', from));
  return new Caller(portal.app, host, { cookie: `keyward=${token}` });
};

/** The operator's events, each with its subject and the changes or the number of ended sessions. */
async function operatorEvents(reader: Caller) {
  const { data } = await reader.call(activity.list, { query: { event: 'MODIFY_TENANT,MODIFY_USER,REVOKE_SESSION' } });
  return data
    .filter(({ agent_domain: agent }) => agent === 'operator')
    .map(({ event, description, rawDescription }) => {
      const changes = description.changes.map((one) => `${one.attribute} ${one.oldValue} ${one.newValue}`);
      const what = event === 'REVOKE_SESSION' ? JSON.parse(rawDescription).sessions : changes.join(', ');
      return `${description.entityName}: ${event} ${what}`;
    })
    .toReversed();
}

describe('a suspended tenant', () => {
  const host = 'harbor.localhost';

  test('admits no session, sign-in or controller until it is resumed, and no earlier session after that', async () => {
    const { harborAdmin, harborClerk, clerk } = portal.as;
    const okm =
      (await harborAdmin.call(devices.list, { query: { serial_number: serials.northOkm } })).data[0]?.id ?? '';
    const controller = portal.controller((await issueToken(harborAdmin, okm)).token, host);
    const report = async () => (await controller.request(gateway.reports, { body: { reports: [] } })).status;
    expect([await status(harborClerk), await report()]).toEqual([200, 200]);

    expect(await said('tenant', 'suspend', 'harbor')).toBe(
      'harbor is suspended: open sessions have ended, and no profile, link or controller is let in.',
    );
    expect([await status(harborClerk), await status(harborAdmin), await report()]).toEqual([401, 401, 401]);
    expect((await login(host, 'clerk')).text).toContain('invalidCredentials');
    expect(await status(clerk)).toBe(200);
    expect(await said('user', 'link', '--tenant', 'harbor', '--profile', 'clerk')).toBe(
      'refused: harbor is suspended: no link works there until tenant resume harbor.',
    );
    expect(await said('tenant', 'suspend', 'harbor')).toBe('harbor is suspended already: nothing was changed.');
    // a session of a sign-in that had read the tenant before the suspension
    const late = await sessionOf('harbor', host, 'manager');
    expect(await status(late)).toBe(401);

    expect(await said('tenant', 'resume', 'harbor')).toBe(
      'harbor is resumed: its profiles, links and controllers have access again.',
    );
    expect([await status(harborClerk), await status(late), await report()]).toEqual([401, 401, 200]);
    expect(await said('tenant', 'resume', 'harbor')).toBe('harbor is not suspended: nothing was changed.');
    const admin = await signedIn(host, 'admin');
    const events = await operatorEvents(admin);
    expect(events).toContainEqual('Harbor Stores: MODIFY_TENANT suspended false true');
    expect(events).toContainEqual('Harbor Stores: MODIFY_TENANT suspended true false');
    expect(events).toContainEqual('Carl Clerk: REVOKE_SESSION 1');
    expect(events).toContainEqual('Mona Manager: REVOKE_SESSION 1');
    expect(events.filter((event) => event.includes('MODIFY_TENANT'))).toHaveLength(2);
  });

  test.each([
    [['suspend', 'nowhere'], 'refused: There is no tenant nowhere. Existing tenants: demo, harbor.'],
    [['resume'], 'refused: tenant resume <short name>.'],
    [['suspend', 'demo', 'harbor'], 'refused: tenant suspend <short name>.'],
  ])('must be exactly one that exists: %j', async (args, sentence) => {
    expect(await said('tenant', ...args)).toBe(sentence);
    expect(await status(portal.as.admin)).toBe(200);
  });
});

describe('a disabled profile', () => {
  const clerk = ['--tenant', 'demo', '--profile', 'clerk'];

  test('has no working session, password or link, and no earlier session or link works once it is enabled', async () => {
    const { out } = await keyward('user', 'link', ...clerk);
    const token = /token=([0-9a-f]{64})/.exec(out)?.[1] ?? '';
    const follow = async () => (await portal.as.anonymous.request(signIn.token, { body: { token } })).status;
    expect(await status(portal.as.clerk)).toBe(200);
    expect(await said('user', 'disable', ...clerk)).toBe('clerk of demo is disabled, and open sessions have ended.');
    expect([await status(portal.as.clerk), await follow()]).toEqual([401, 400]);
    expect((await login('localhost', 'clerk')).text).toContain('invalidCredentials');
    expect(await said('user', 'disable', ...clerk)).toBe('clerk of demo is disabled already: nothing was changed.');

    expect(await said('user', 'enable', ...clerk)).toBe('clerk of demo is enabled.');
    expect([await status(portal.as.clerk), await follow()]).toEqual([401, 400]);
    expect(await status(await signedIn('localhost', 'clerk'))).toBe(200);
    expect(await said('user', 'enable', ...clerk)).toBe('clerk of demo is enabled already: nothing was changed.');
    const events = await operatorEvents(portal.as.admin);
    expect(events.toSorted()).toEqual([
      'Carl Clerk: MODIFY_USER disabled false true',
      'Carl Clerk: MODIFY_USER disabled true false',
      'Carl Clerk: REVOKE_SESSION 1',
    ]);
    // visible to a person of the same location
    expect(await operatorEvents(portal.as.manager)).toEqual(events);
  });

  test('cannot be the last profile that has a locked role or can edit roles', async () => {
    const { rows } = await system.query(`select count(*)::int as n from event`);
    const admin = ['--tenant', 'demo', '--profile', 'admin'];
    const refusal = (reason: string) =>
      `refused: admin of demo was not disabled. ${reason} If the account is stolen, tenant suspend demo stops it at once, with the whole organization.`;
    expect(await said('user', 'disable', ...admin)).toBe(
      refusal('At least one person who can sign in must keep the role Admin.'),
    );
    await system.query('update role set locked = false where tenant_id = $1', [tenants.demo]);
    expect(await said('user', 'disable', ...admin)).toBe(
      refusal(
        'No one could edit roles any more. At least one person who can sign in must keep the Roles permission at Edit.',
      ),
    );
    await system.query(`update role set locked = true where tenant_id = $1 and name = 'Admin'`, [tenants.demo]);
    expect(await status(portal.as.admin)).toBe(200);
    expect((await system.query(`select count(*)::int as n from event`)).rows).toEqual(rows);
  });

  test('is enabled outside its validity, with a warning', async () => {
    const nobody = ['--tenant', 'demo', '--profile', 'nobody'];
    await said('user', 'disable', ...nobody);
    await system.query(`update profile set valid_until = now() where tenant_id = $1 and username = 'nobody'`, [
      tenants.demo,
    ]);
    expect(await said('user', 'enable', ...nobody)).toBe('nobody of demo is enabled, but not valid now.');
  });

  test('must exist and be named', async () => {
    expect(await said('user', 'disable', '--tenant', 'demo', '--profile', 'nowhere')).toBe(
      'refused: demo has no profile nowhere.',
    );
    expect(await said('user', 'enable', '--tenant', 'demo')).toBe('refused: --profile is missing.');
  });

  test('that marks support sessions stays disabled', async () => {
    await system.query(
      `insert into profile (tenant_id, name, username, disabled) values ($1, 'Jane Doe', 'support/0123456789ab', true)`,
      [tenants.demo],
    );
    expect(await said('user', 'enable', '--tenant', 'demo', '--profile', 'support/0123456789ab')).toMatch(
      /^refused: support\/0123456789ab of demo only marks who opened support sessions/,
    );
  });
});

describe('an unbound profile', () => {
  let sso: Awaited<ReturnType<typeof openSso>>;
  beforeAll(async () => {
    sso = await openSso(portal);
    await sso.configure();
  });

  test('is bound to the next account that names it, and refuses the former one', async () => {
    const editor = ['--tenant', 'demo', '--profile', 'editor'];
    const unbind = () => said('tenant', 'sso', 'unbind', ...editor);
    const named = (claims: Record<string, unknown>) => ({ ...claims, preferred_username: 'editor' });
    expect(await unbind()).toBe('editor of demo is bound to no account: nothing was changed.');

    sso.alter(named);
    const first = await sso.signIn('subject-of-editor', 'editor');
    const session = new Caller(portal.app, 'localhost', { cookie: cookieOf(first.headers) ?? 'none' });
    expect(await status(session)).toBe(200);
    expect((await sso.signIn('second-clerk', 'editor')).text).toContain('ssoIdentity003');

    expect(await unbind()).toBe(
      `editor of demo is not bound to subject-of-editor at ${sso.issuer} any more, and open sessions have ended.`,
    );
    expect(await status(session)).toBe(401);
    expect((await sso.signIn('second-clerk', 'editor')).status).toBe(200);
    expect((await sso.signIn('subject-of-editor', 'editor')).text).toContain('ssoIdentity003');
    expect((await operatorEvents(portal.as.admin)).slice(-2).toSorted()).toEqual([
      'Ed Editor: MODIFY_USER ssoAccount subject-of-editor null',
      'Ed Editor: REVOKE_SESSION 2',
    ]);
    expect(await said('tenant', 'sso', 'unbind', '--tenant', 'demo', '--profile', 'nowhere')).toBe(
      'refused: demo has no profile nowhere.',
    );
  });

  test('refuses the former account even if its sign-in was waiting for the command', async () => {
    const manager = ['--tenant', 'demo', '--profile', 'manager'];
    sso.alter();
    expect((await sso.signIn('subject-of-manager', 'manager')).status).toBe(200);
    const { cookie, url } = await sso.begin('manager');
    const back = await sso.visit(url, 'subject-of-manager');
    const holder = await system.connect();
    await holder.query('begin');
    await holder.query(`select from profile where tenant_id = $1 and username = 'manager' for update`, [tenants.demo]);
    const waiting = async () =>
      (
        await system.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount;
    const unbinding = said('tenant', 'sso', 'unbind', ...manager);
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    const finishing = sso.finish(cookie, back);
    await expect.poll(waiting, { timeout: 60_000 }).toBe(2);
    await holder.query('commit');
    holder.release();
    expect(await unbinding).toContain('is not bound to subject-of-manager');
    expect((await finishing).text).toContain('ssoIdentity003');
  });
});

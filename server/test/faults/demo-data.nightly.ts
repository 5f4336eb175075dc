// The passwords of the demo data are public: a server that is not in demo mode serves none of it, even if a server in demo
// mode created the data.
import fs from 'node:fs';
import { auth } from '@keyward/contract/auth';
import { invitationPage } from '@keyward/contract/invitation-page';
import { afterAll, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { createSession } from '#core/auth/session.ts';
import { inTenant } from '#db/tenant.ts';
import { demoTenants, seedDemo } from '#seed/demo.ts';
import { tenantIdOf } from '#seed/tenant.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { openPortal } from '#testing/portal.ts';
import { type ServerProcess, startProcess } from '#testing/server.ts';

const portal = await openPortal();
const { system } = portal.database;
const data = temporaryFolder();
const servers: ServerProcess[] = [];
afterAll(() => {
  for (const { child } of servers) child.kill('SIGKILL');
  fs.rmSync(data, { recursive: true, force: true });
});

/** The demo of one store, at a host that requests from any network can name; the test world at localhost is a customer's. */
const host = '127.0.0.1';
async function seed() {
  const [northgate] = demoTenants;
  if (!northgate) throw new Error('there is no demo');
  const store = { ...northgate, slug: 'store', hosts: [host], stores: northgate.stores.slice(0, 1) };
  const tenants = [{ ...store, profiles: 12, unassigned: 0 }];
  await seedDemo(portal.database, portal.vault, { info: () => {} }, tenants);
  return inTenant(system, tenantIdOf('store'), async (db) => {
    const admin = await db.selectFrom('profile').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    const okm = await db
      .selectFrom('device as d')
      .innerJoin('device_type as t', 't.id', 'd.device_type_id')
      .select('d.id')
      .where('t.device_class', '=', 'OKM')
      .executeTakeFirstOrThrow();
    const [token, link] = [newSecret(), newSecret()];
    await db
      .insertInto('controller_token')
      .values({ device_id: okm.id, token_hash: secretHash(token), prefix: token.slice(0, 8), created_by: 'test' })
      .execute();
    const invite = await db
      .selectFrom('secure_key_invite')
      .select('id')
      .where('status', '=', 'NEW')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('secure_key_invite')
      .set({ token_hash: secretHash(link) })
      .where('id', '=', invite.id)
      .execute();
    const session = await createSession(db, admin.id, { address: host, userAgent: 'test' });
    return { token, link, session };
  });
}

async function start(env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const server = await startProcess(portal.database.url, data, env);
  servers.push(server);
  return server;
}
async function stop({ child, ended }: ServerProcess) {
  child.kill('SIGINT');
  await ended;
}
async function post({ port }: ServerProcess, at: string, path: string, body: object, headers = {}): Promise<number> {
  const answer = await fetch(`http://${at}:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  });
  return answer.status;
}

test('no password, session, token or link of the demo works outside demo mode', { timeout: 60_000 }, async () => {
  const { token, link, session } = await seed();
  const signIn = { username: 'admin', password: demoPassword };
  const all = async (server: ServerProcess) => ({
    password: await post(server, host, auth.login.path, signIn),
    session: (await server.get(auth.me.path, { host, cookie: `keyward=${session}` }))?.status,
    token: (await server.get('/gateway/v1/access', { host, authorization: `Bearer ${token}` }))?.status,
    link: await post(server, host, invitationPage.open.path, { token: link }),
    customer: await post(server, 'localhost', auth.login.path, signIn),
  });
  const production = await start({ KEYWARD_DEMO: '0' });
  expect(await all(production)).toEqual({ password: 421, session: 421, token: 421, link: 421, customer: 200 });
  expect(production.output()).toMatch(/demo data of this database \(tenants store\) is not served/);
  await stop(production);

  const demo = await start({ KEYWARD_DEMO: '1', KEYWARD_SIMULATE: '0' });
  expect(await all(demo)).toEqual({ password: 200, session: 200, token: 200, link: 200, customer: 200 });
  expect(demo.output()).not.toContain('is not served');
  await stop(demo);
});

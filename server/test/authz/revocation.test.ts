// A revoked right is gone with the response that revokes it: no request that starts later succeeds, on connections
// opened before.
import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { settings } from '@keyward/contract/settings';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createSession } from '#core/auth/session.ts';
import { nightly } from '#testing/nightly.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
await portal.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = portal.app.server.address() as AddressInfo;
await owner.query(`update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`, [
  tenants.demo,
]);

const definition = (await admin.call(groups.definitions, {})).data.find((d) => d.is_location);
const at = (store: string) => [{ tagId: definition?.id ?? '', values: [store] }];
const lock = (await admin.call(devices.list, { query: { serial_number: serials.northPadlock } })).data[0]?.id ?? '';

/** A new profile that edits devices at North, signed in. */
async function newVictim() {
  const role = randomUUID();
  const id = randomUUID();
  await owner.query('insert into role (tenant_id, id, name) values ($1, $2, $3)', [
    tenants.demo,
    role,
    role.slice(0, 30),
  ]);
  await owner.query(`insert into role_permission values ($1, $2, 'DEVICES', 'EDIT')`, [tenants.demo, role]);
  await owner.query('insert into profile (tenant_id, id, name, username) values ($1, $2, $3, $4)', [
    tenants.demo,
    id,
    'Victim',
    id,
  ]);
  await owner.query('insert into profile_role values ($1, $2, $3)', [tenants.demo, id, role]);
  await owner.query(
    'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
    [tenants.demo, id, definition?.id, definition?.values.find((v) => v.name === north)?.id],
  );
  const session = () =>
    portal.inTenant('demo', (db) => createSession(db, id, { address: '127.0.0.1', userAgent: 'test' }));
  const cookie = `keyward=${await session()}`;
  /** The same profile on another machine. */
  const other = new Caller(portal.app, 'localhost', { cookie: `keyward=${await session()}` });
  return { id, role, cookie, other };
}
type Victim = Awaited<ReturnType<typeof newVictim>>;

const revocations: Record<string, (victim: Victim) => Promise<unknown>> = {
  'the profile is deleted': ({ id }) => admin.call(profiles.remove, { params: { id } }),
  'its role is taken away': ({ id }) => admin.call(profiles.update, { params: { id }, body: { roles: [] } }),
  'its role loses the right': ({ role: id }) =>
    admin.call(roles.update, { params: { id }, body: { permissions: [{ id: 'DEVICES', value: 'NONE' }] } }),
  'it is moved to another location': ({ id }) =>
    admin.call(profiles.update, { params: { id }, body: { tags: at(south) } }),
  'the in-product admin disables it': ({ id }) =>
    admin.call(profiles.update, { params: { id }, body: { disabled: true } }),
  'its validity is ended': ({ id }) => admin.call(profiles.end, { body: { ids: [id] } }),
  'its beginning is moved ahead': ({ id }) =>
    admin.call(profiles.update, { params: { id }, body: { valid_from: '2150-01-01T00:00:00.000Z' } }),
  'its password is changed': ({ id }) =>
    admin.call(profiles.update, { params: { id }, body: { password: 'Another-one-1' } }),
  'it signs out': ({ cookie }) => new Caller(portal.app, 'localhost', { cookie }).call(auth.logout),
  'it ends that session elsewhere': async ({ other }) => {
    const { data } = await other.call(settings.sessions);
    for (const session of data.filter((s) => !s.current))
      await other.call(settings.endSession, { params: { id: session.id } });
  },
};

const connections = 8;
/** Requests over each connection, before and after the revocation. */
const before = 10;
const after = nightly ? 80 : 32;
const rounds = nightly ? 2 : 1;
let requests = 0;
let begunLater = 0;

function send(agent: http.Agent, cookie: string, n: number): Promise<number> {
  const writes = n % 8 === 0;
  const body = writes ? JSON.stringify({ name: `Renamed ${n}` }) : undefined;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = http.request(
    {
      host: '127.0.0.1',
      port,
      agent,
      path: `/api/v1/devices/${lock}`,
      method: writes ? 'PUT' : 'GET',
      headers: {
        host: 'localhost',
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(body === undefined
          ? {}
          : {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
      },
    },
    (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    },
  );
  request.on('error', reject);
  request.end(body);
  return promise;
}

test.each(Object.entries(revocations))(
  '%s: no later request works',
  async (_name, revoke) => {
    for (let round = 0; round < rounds; round++) {
      const victim = await newVictim();
      const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
      const early: number[] = [];
      const late: number[] = [];
      let revoked = false;
      let ready = 0;
      const begun = Promise.withResolvers<void>();
      const work = async (connection: number) => {
        let left = after;
        for (let n = 0; left > 0; n++) {
          const isLate = revoked;
          if (isLate) left--;
          const status = await send(agent, victim.cookie, connection * 1_000 + n);
          (isLate ? late : early).push(status);
          if (n === before && ++ready === connections) begun.resolve();
        }
      };
      const working = Promise.all(Array.from({ length: connections }, (_, i) => work(i)));
      await begun.promise;
      await revoke(victim);
      revoked = true;
      await working;
      agent.destroy();
      requests += early.length + late.length;
      begunLater += late.length;
      expect(early.filter((status) => status === 200).length).toBeGreaterThan(connections * before - 1);
      expect(late).toHaveLength(connections * after);
      expect(new Set(late.filter((status) => ![401, 403, 404].includes(status)))).toEqual(new Set());
    }
  },
  120_000,
);

afterAll(() => console.log(`revocation: ${requests} requests, ${begunLater} of them begun after the answer`));

test('thousands of requests were started after a revocation', () => {
  expect(begunLater).toBeGreaterThanOrEqual(nightly ? 10_000 : 2000);
});

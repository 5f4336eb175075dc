import { confirm } from '@keyward/contract/confirm';
import { devices } from '@keyward/contract/devices';
import type { EndpointSpec } from '@keyward/contract/endpoint';
import { groups } from '@keyward/contract/groups';
import { passkeys } from '@keyward/contract/passkeys';
import { passwords } from '@keyward/contract/password';
import { profiles } from '@keyward/contract/profiles';
import { hash } from 'node:crypto';
import net from 'node:net';
import { expect, test } from 'vitest';
import { newAuthenticator } from '#testing/authenticator.ts';
import { north, serials, tenants } from '#testing/people.ts';
import { openPortal, portalBase } from '#testing/portal.ts';
import { demoPassword } from '#core/auth/demo.ts';
import { createSession } from '#core/auth/session.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const { data: definitions } = await admin.call(groups.definitions, {});
const tags = [{ tagId: definitions.find((d) => d.is_location)?.id ?? '', values: [north] }];
let count = 0xa000; // beyond the serial numbers of the test world
const newKey = () => `test-key-${++count}`;
const newSerial = () => `3A10${String(++count).padStart(12, '0')}`;

const send = (spec: EndpointSpec, key: string, body?: unknown, params: Record<string, string> = {}, who = admin) =>
  who.raw(
    spec.method,
    spec.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
    body,
    { 'idempotency-key': key },
  );
async function eventsLeft(work: () => Promise<unknown>): Promise<number> {
  const events = async () =>
    (await portal.database.system.query('select id from event where tenant_id = $1', [tenants.demo])).rows.length;
  const before = await events();
  await work();
  return (await events()) - before;
}
const codeOf = ({ body }: { body: unknown }) => (body as { errors: { code: string }[] }).errors[0]?.code;

test('runs a repeated call once, and replies to the repeat with its result', async () => {
  const key = newKey();
  const body = { name: 'Made once', serial_number: newSerial(), tags };
  const left = await eventsLeft(async () => {
    const first = await send(devices.create, key, body);
    const again = await send(devices.create, key, body);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    expect([first, again].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true']);
  });
  expect(left).toBe(1);
});

test('runs a repeated call of several transactions once', async () => {
  const key = newKey();
  const body = { name: 'Hired once', username: 'hired.once', password: 'Only-for-once-1', tags };
  const left = await eventsLeft(async () => {
    const first = await send(profiles.create, key, body);
    const again = await send(profiles.create, key, body);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });
  expect(left).toBe(1);
});

const { system } = portal.database;
/** A connection of the portal's administrator that ignores all responses. */
async function openConnection(): Promise<{
  socket: net.Socket;
  post: (spec: EndpointSpec, key: string, body: unknown) => void;
}> {
  const { rows } = await system.query<{ id: string }>(
    `select id from profile where tenant_id = $1 and username = 'admin'`,
    [tenants.demo],
  );
  const token = await portal.inTenant('demo', (db) =>
    createSession(db, rows[0]?.id ?? '', { address: '127.0.0.1', userAgent: 'test' }),
  );
  if (!portal.app.server.listening) await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = net.connect((portal.app.server.address() as net.AddressInfo).port, '127.0.0.1').pause();
  return {
    socket,
    post: (spec, key, body) => {
      const text = JSON.stringify(body);
      const head = [
        `POST ${spec.path} HTTP/1.1`,
        'host: localhost',
        'sec-fetch-site: same-origin',
        `cookie: keyward=${token}`,
        `idempotency-key: ${key}`,
        'content-type: application/json',
        `content-length: ${text.length}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
    },
  };
}
const namedSo = async (name: string) =>
  (await system.query('select id from device where tenant_id = $1 and name = $2', [tenants.demo, name])).rows.length;

test.each(['after the commit and before the reply is read', 'while the call is running'])(
  'a connection lost %s leaves one effect, which the repeat returns',
  async (cut) => {
    const key = newKey();
    const body = { name: `Cut ${cut}`, serial_number: newSerial(), tags };
    const left = await eventsLeft(async () => {
      const { socket, post } = await openConnection();
      const holder = await system.connect();
      try {
        if (cut === 'while the call is running') {
          await holder.query('begin');
          await holder.query('lock table device in share mode');
        }
        post(devices.create, key, body);
        if (cut === 'while the call is running') {
          const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
          await expect.poll(async () => (await system.query(waiting)).rows.length).toBe(1);
        } else await expect.poll(() => namedSo(body.name)).toBe(1);
        socket.resetAndDestroy();
        expect(socket.readableFlowing).toBe(false);
      } finally {
        await holder.query('rollback');
        holder.release();
      }
      await expect.poll(() => namedSo(body.name)).toBe(1);
      const again = await send(devices.create, key, body);
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
      const { data } = again.body as { data: { id: string; version: number } };
      const now = await admin.call(devices.get, { params: { id: data.id } });
      expect(data).toEqual(now.data);
      expect(now.data).toMatchObject({ name: body.name, serial_number: body.serial_number });
    });
    expect([left, await namedSo(body.name)]).toEqual([1, 1]);
  },
);

test('a repeated change gets no conflict, and a repeated deletion no 404', async () => {
  const { data } = await admin.call(devices.create, { body: { name: 'Seen', serial_number: newSerial(), tags } });
  const change = (key: string) =>
    admin.raw(
      'PUT',
      devices.update.path.replace(':id', data.id),
      { name: 'Changed' },
      {
        'idempotency-key': key,
        'if-match': `"${data.version}"`,
      },
    );
  const key = newKey();
  expect([(await change(key)).status, (await change(key)).status, (await change(newKey())).status]).toEqual([
    200, 200, 412,
  ]);
  const other = newKey();
  const remove = () => send(devices.remove, other, undefined, { id: data.id });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
});

test('refuses a key of another request with 422, and an invalid key with 400', async () => {
  const key = newKey();
  const body = { name: 'First', serial_number: newSerial(), tags };
  expect((await send(devices.create, key, body)).status).toBe(201);
  const other = await send(devices.create, key, { ...body, name: 'Second' });
  expect([other.status, codeOf(other)]).toEqual([422, 'keyReused']);
  for (const wrong of ['short', 'x'.repeat(65), 'with a space in it'])
    expect([wrong, (await send(devices.create, wrong, body)).status]).toEqual([wrong, 400]);
});

test('a call with another address or another version is another request', async () => {
  const made = async () =>
    (await admin.call(devices.create, { body: { name: 'Aimed', serial_number: newSerial(), tags } })).data;
  const [one, two] = [await made(), await made()];
  const [changing, removing] = [newKey(), newKey()];
  const change = (version: number) =>
    admin.raw(
      'PUT',
      devices.update.path.replace(':id', one.id),
      { name: 'Changed' },
      { 'idempotency-key': changing, 'if-match': `"${version}"` },
    );
  const remove = (id: string) => send(devices.remove, removing, undefined, { id });
  expect([(await change(one.version)).status, (await remove(one.id)).status]).toEqual([200, 204]);
  expect([codeOf(await change(one.version + 1)), codeOf(await remove(two.id))]).toEqual(['keyReused', 'keyReused']);
  expect((await admin.request(devices.get, { params: { id: two.id } })).status).toBe(200);
});

test('a key belongs to its profile: the same key of another profile runs its own call', async () => {
  const key = newKey();
  const make = (who: typeof admin) =>
    send(devices.create, key, { name: 'Each', serial_number: newSerial(), tags }, {}, who);
  expect([(await make(admin)).status, (await make(manager)).status]).toEqual([201, 201]);
});

test('a refused call runs when it is repeated', async () => {
  const key = newKey();
  const serial = newSerial();
  const body = { name: 'Refused first', serial_number: serial, tags };
  const { data } = await admin.call(devices.create, { body });
  expect((await send(devices.create, key, body)).status).toBe(409);
  await admin.call(devices.remove, { params: { id: data.id } });
  expect((await send(devices.create, key, body)).status).toBe(201);
});

test('a call whose refusal was recorded is decided again when it is repeated', async () => {
  const [newPassword, response] = ['Never-taken-1', newAuthenticator(portalBase).make('AAAA')];
  const wrong = { password: 'Not-mine-1', newPassword, confirmationPassword: newPassword };
  for (const [spec, body, code] of [
    [passwords.changeOwn, wrong, 'wrongPassword'],
    [passkeys.add, { name: 'Key', response }, 'passkeyNotValid'],
  ] as const) {
    const key = newKey();
    for (const time of ['first', 'again']) expect([time, codeOf(await send(spec, key, body))]).toEqual([time, code]);
  }
});

test('refuses a repeat with 409 while the call is still running', async () => {
  const key = newKey();
  const { rows } = await portal.database.system.query<{ id: string }>(
    `select id from profile where tenant_id = $1 and username = 'admin'`,
    [tenants.demo],
  );
  const lock = hash('sha256', `${tenants.demo} ${rows[0]?.id ?? ''} ${key}`, 'buffer').readBigInt64BE();
  const running = await portal.database.system.connect();
  const body = { name: 'Slow', serial_number: newSerial(), tags };
  try {
    await running.query('begin');
    await running.query('select pg_advisory_xact_lock($1::bigint)', [lock.toString()]);
    const answer = await send(devices.create, key, body);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'stillRunning']);
  } finally {
    await running.query('rollback');
    running.release();
  }
  expect((await send(devices.create, key, body)).status).toBe(201);
});

test.each([
  ['in one transaction', devices.create, { name: 'Twice at once', serial_number: newSerial(), tags }],
  ['in several', profiles.create, { name: 'Twice at once', username: 'twice', password: 'Only-for-twice-1', tags }],
] as const)('only one of two concurrent calls with one key runs: %s', async (_how, spec, body) => {
  const key = newKey();
  const left = await eventsLeft(async () => {
    const answers = await Promise.all([send(spec, key, body), send(spec, key, body)]);
    expect(answers.map(codeOfRefusal).filter((code) => code !== undefined && code !== 'stillRunning')).toEqual([]);
  });
  expect(left).toBe(1);
});
const codeOfRefusal = (answer: { status: number; body: unknown }) => (answer.status < 300 ? undefined : codeOf(answer));

test('a secret is shown once: the repeat is refused as done, and creates no other', async () => {
  const { data } = await admin.call(devices.list, { query: { serial_number: serials.northOkm } });
  await admin.call(confirm.password, { body: { act: 'issueToken', password: demoPassword } });
  const key = newKey();
  const issue = () => send(devices.issueToken, key, undefined, { id: data[0]?.id ?? '' });
  const left = await eventsLeft(async () => {
    expect((await issue()).status).toBe(201);
    const again = await issue();
    expect([again.status, codeOf(again)]).toEqual([409, 'alreadyDone']);
  });
  expect(left).toBe(1);
});

test('neither keys nor requests are stored', async () => {
  const key = newKey();
  const body = { name: 'Hashed', username: 'hashed', password: 'Never-stored-1', tags };
  expect((await send(profiles.create, key, body)).status).toBe(201);
  const { rows } = await portal.database.system.query('select * from idempotency_key');
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${key}|Never-stored-1`));
});

test('permissions are checked for the repeat too', async () => {
  const key = newKey();
  const body = { name: 'Withdrawn', serial_number: newSerial(), tags };
  expect((await send(devices.create, key, body, {}, portal.as.editor)).status).toBe(201);
  await portal.database.system.query(
    `delete from profile_role where tenant_id = $1 and profile_id =
       (select id from profile where tenant_id = $1 and username = 'editor')`,
    [tenants.demo],
  );
  expect((await send(devices.create, key, body, {}, portal.as.editor)).status).toBe(403);
});

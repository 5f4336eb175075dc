// The server's key is changed while two processes serve and write, and the command that does it is killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { rotateSealed } from '#core/auth/rotate.ts';
import { createVault, markBytes, type Vault } from '#core/auth/secrets.ts';
import { createSession } from '#core/auth/session.ts';
import { clientSecretContext } from '#core/auth/single-sign-on.ts';
import { issuePins } from '#core/pins/issue.ts';
import { inTenant } from '#db/tenant.ts';
import { sealedColumns } from '#modules.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { type ServerProcess, startProcess } from '#testing/server.ts';

const kills = 50;
/** Enough rows for many batches. */
const people = 20_000;

const portal = await openPortal();
const { system } = portal.database;
const folder = temporaryFolder();
const servers: ServerProcess[] = [];
afterAll(() => {
  for (const { child } of servers) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

const [a, b] = ['the key that is there from the beginning', 'the key that takes its place, as long'];
const before = createVault(Buffer.from(a));
const after = createVault(Buffer.from(b));
const keys = { KEYWARD_SECRET: b, KEYWARD_SECRET_OLD: a };

/** All values that are stored sealed, opened with this vault only. */
async function opened(vault: Vault) {
  const values: { column: string; tenant: string; row: Record<string, string>; plain: string | undefined }[] = [];
  for (const sealed of sealedColumns) {
    const { table, column, key } = sealed;
    const columns = [...key.map((k) => `${k}::text as ${k}`), `${column} as sealed`, 'tenant_id as tenant'].join(', ');
    const { rows } = await system.query<Record<string, string> & { sealed: Buffer; tenant: string }>(
      `select ${columns} from ${table} where ${column} is not null`,
    );
    for (const { sealed: bytes, tenant, ...row } of rows)
      values.push({ column: `${table}.${column}`, tenant, row, plain: vault.open(bytes, sealed.context(tenant, row)) });
  }
  return values;
}
const hashesIn = async () =>
  (await system.query<{ hash: Buffer; id: string }>('select pin_hash as hash, profile_id as id from pin_index')).rows;

/** Expects that every value opens with the new key only, and that no PIN occurs twice or without its hash. */
async function expectRotated() {
  const values = await opened(after);
  expect(values.filter(({ plain }) => plain === undefined)).toEqual([]);
  const pins = values.filter(({ column }) => column === 'pin.sealed');
  const distinct = new Set(pins.map(({ tenant, plain }) => `${tenant} ${plain}`));
  expect(distinct.size).toBe(pins.length);
  const owners = new Map((await hashesIn()).map(({ hash, id }) => [hash.toString('hex'), id]));
  const wrong = pins.filter(({ tenant, plain = '', row }) => {
    const { current } = after.lookupHashes(`pin ${tenant}`, plain);
    return owners.get(current.toString('hex')) !== row['profile_id'];
  });
  expect(wrong).toEqual([]);
  return pins.length;
}

async function fill() {
  await inTenant(portal.database.system, tenants.demo, async (db) => {
    const { rows } = await system.query<{ id: string }>(
      `insert into profile (tenant_id, name, username)
       select $1, 'Person ' || n, 'person.' || n from generate_series(1, $2::int) n returning id`,
      [tenants.demo, people],
    );
    await issuePins(
      db,
      before,
      rows.map(({ id }) => id),
      { by: null },
    );
  });
  await system.query(
    `insert into sso_provider (tenant_id, issuer, client_id, client_secret, profile_claim, domains)
     values ($1, 'https://login.example', 'keyward', $2, 'sub', '{shop.example}')`,
    [tenants.demo, before.seal('the secret of the client', clientSecretContext(tenants.demo))],
  );
  // some values date from before values named their key
  await system.query(`update pin set sealed = substring(sealed from $1) where profile_id::text < '8'`, [markBytes + 1]);
  await system.query(`update sso_provider set client_secret = substring(client_secret from $1)`, [markBytes + 1]);
}

function rotate() {
  const main = path.resolve(import.meta.dirname, '../../src/cli/main.ts');
  const env = { PATH: process.env.PATH, DATABASE_URL: portal.database.url, KEYWARD_DATA: folder, KEYWARD_TEST: '1' };
  const child = spawn(process.execPath, [main, 'secret', 'rotate'], { env: { ...env, ...keys, LOG_LEVEL: 'silent' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return { child, ended: once(child, 'close'), output: () => output };
}

/** Enough for several writes during each run of the command, which both processes would otherwise starve. */
const pauseMs = 40;

/** Creates profiles and resets PINs at both processes until it is stopped; returns the PINs that were answered last. */
function write(cookie: string) {
  const run = { on: true };
  const answered = new Map<string, string>();
  let refused = 0;
  const call = async ({ port }: ServerProcess, method: string, url: string, body?: object) => {
    const origin = `http://localhost:${port}`;
    const response = await fetch(`${origin}/api/v1${url}`, {
      method,
      headers: {
        cookie,
        origin,
        'sec-fetch-site': 'same-origin',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const reply = (await response.json()) as { data: { id: string } & string };
    // a row that is being sealed again may make a writer wait, but fails none
    if (!response.ok) refused++;
    return response.ok ? reply.data : undefined;
  };
  const work = servers.map(async (server, i) => {
    for (let n = 0; run.on; n++) {
      const username = `written.${i}.${n}`;
      const email = `${username}@demo.example`;
      const added = await call(server, 'POST', '/users', {
        name: 'Written',
        username,
        email,
        // a link is sealed in the queue; the number of links in an hour is limited
        ...(n % 10 === 0 ? { sendPasswordResetEmail: true } : {}),
      });
      if (!added) continue;
      const pin = await call(server, 'GET', `/users/${added.id}/pin/reset`);
      if (pin) answered.set(added.id, pin);
      await sleep(pauseMs);
    }
  });
  return async () => {
    run.on = false;
    await Promise.all(work);
    return { answered, refused };
  };
}

test(
  `the key is changed while two processes write, although the command is killed ${kills} times`,
  // each run goes through all rows up to where the one before was killed: minutes of work, more on a slow machine
  { timeout: 1_800_000 },
  async () => {
    await fill();
    servers.push(
      await startProcess(portal.database.url, folder, keys),
      await startProcess(portal.database.url, folder, keys),
    );
    const { rows } = await system.query<{ id: string }>(
      `select id from profile where tenant_id = $1 and username = 'admin'`,
      [tenants.demo],
    );
    const token = await portal.inTenant('demo', (db) =>
      createSession(db, rows[0]?.id ?? '', { address: '127.0.0.1', userAgent: 'test' }),
    );
    const stop = write(`keyward=${token}`);
    const stale = async () =>
      (
        await system.query('select from pin where substring(sealed from 1 for $2) <> $1', [
          after.marks.current,
          markBytes,
        ])
      ).rowCount ?? 0;
    const seen: number[] = [];
    for (let i = 0; i < kills; i++) {
      const { child, ended } = rotate();
      // from the start of the process to some batches into its work
      const began = await stale();
      if (i % 3 > 0) await expect.poll(stale, { interval: 5, timeout: 60_000 }).toBeLessThan(Math.max(1, began));
      await sleep(Math.random() * 60);
      child.kill('SIGKILL');
      await ended;
      seen.push(await stale());
    }
    const last = rotate();
    expect([await last.ended, last.output()]).toEqual([
      [0, null],
      expect.stringContaining('Restart each process without'),
    ]);
    const { answered, refused } = await stop();
    // the kills came in the middle of the work, and no finished work was lost
    expect(seen.some((n) => n > 0 && n < people)).toBe(true);
    expect(seen).toEqual(seen.toSorted((x, y) => y - x));

    expect(await expectRotated()).toBeGreaterThanOrEqual(people);
    expect([answered.size > 0, refused]).toEqual([true, 0]);
    // a PIN has its verifier sealed beside it
    const sealedPins = (await opened(after)).filter(({ column }) => column === 'pin.sealed');
    const pins = new Map(sealedPins.map(({ row, plain }) => [`${row['profile_id']}`, plain]));
    for (const [id, pin] of answered) expect(pins.get(id), id).toBe(pin);

    // once the old key is gone, a run finds nothing left to seal
    await Promise.all(servers.splice(0).map(({ child, ended }) => (child.kill('SIGKILL'), ended)));
    const left = await rotateSealed(system, after, sealedColumns);
    expect(left.map(({ sealed, unreadable, locked }) => [sealed, unreadable, locked])).toEqual(
      left.map(() => [0, 0, 0]),
    );
    const count = await expectRotated();
    expect(await hashesIn()).toHaveLength(count);
  },
);

test('values that neither key opens are counted, and stay as they are', { timeout: 120_000 }, async () => {
  const lost = createVault(Buffer.from('a third key, which no one has any more'));
  await system.query(`update sso_provider set client_secret = $1`, [lost.seal('x', clientSecretContext(tenants.demo))]);
  const both = createVault(Buffer.from(b), Buffer.from(a));
  const found = (await rotateSealed(system, both, sealedColumns)).filter(({ unreadable }) => unreadable > 0);
  expect(found).toEqual([{ column: 'sso_provider.client_secret', sealed: 0, unreadable: 1, locked: 0 }]);
  const { child, ended, output } = rotate();
  expect([await ended, child.exitCode]).toEqual([[1, null], 1]);
  expect(output()).toContain('Neither key decrypts 1 of sso_provider.client_secret.');
  expect((await opened(lost)).filter(({ plain }) => plain === 'x')).toHaveLength(1);
});

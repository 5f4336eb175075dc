// A file of profiles: the time that planning, applying and reverting take, and their cost for others: sign-ins and saved
// devices continue throughout, and the server's memory is watched. All of it without and with the triggers that mark the
// access of OKMs (docs/decisions/0071); last, the versions that a smaller file raises until the OKMs know its PINs.
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '@keyward/server/core/auth/password.ts';
import { createVault } from '@keyward/server/core/auth/secrets.ts';
import { issuePins } from '@keyward/server/core/pins/issue.ts';
import type { Database } from '@keyward/server/db/connect.ts';
import { inTenant } from '@keyward/server/db/tenant.ts';
import { startProcess } from '@keyward/server/testing/server.ts';
import { quantile, residentMb } from './measure.ts';
import { serverFlags, withTestBed } from './test-bed.ts';
import { buildWorld, tenantId } from './world.ts';

const secret = 'the key of the benchmark, long enough for a server';
const password = 'Bench-word-1';
/** Rows of the file with a password in every row: each costs one hash, so that fewer rows suffice. */
const withPasswords = 200;
/** Rows of the file that is followed until the OKMs know each PIN, which also costs one hash a row. */
const followedRows = 2000;
const warmUpMs = 15_000;

type Portal = { port: number; pid: number; cookie: string };
type Import = {
  id: string;
  state: string;
  rows: number;
  done: number;
  counts: Record<string, number>;
  refusal: unknown;
};

export async function benchImports({ rows }: { rows: number }): Promise<void> {
  await withTestBed(
    async ({ database, folder }) => {
      const { cookies } = await buildWorld(database, { events: 60_000, devices: 60_000 });
      await prepare(database, rows);
      const env = { KEYWARD_SECRET: secret, MALLOC_ARENA_MAX: '1' };
      const { port, child } = await startProcess(database.url, folder, env, serverFlags);
      try {
        await measure(database, { port, pid: child.pid ?? 0, cookie: cookies.everything }, rows);
      } finally {
        child.kill();
      }
    },
    { durable: true },
  );
}

/** An OKM at each location, and a role of the file that lets its people use them. */
const okms = `
  insert into role_permission (tenant_id, role_id, permission, value)
    select tenant_id, id, 'OKM-USER', 'TRUE' from role where tenant_id = $1 and name = 'Clerk';
  insert into device (tenant_id, device_type_id, name, serial_number, location_definition_id, location_value_id)
    select v.tenant_id, t.id, 'OKM ' || v.name, upper(lpad(to_hex(v.position), 16, 'F')), v.tag_definition_id, v.id
    from tag_value v join tag_definition f on f.tenant_id = v.tenant_id and f.id = v.tag_definition_id and f.is_location
    join device_type t on t.tenant_id = v.tenant_id and t.device_class = 'OKM'
    where v.tenant_id = $1 and not exists (select from device d join device_type y on y.id = d.device_type_id
      where d.location_value_id = v.id and y.device_class = 'OKM')`;

/** Switches the triggers that mark the access of OKMs on or off. */
async function switchMarks(database: Database, on: boolean) {
  await database.system.query(
    `do $$ declare one record; begin
      for one in select tgrelid::regclass as of, tgname as name from pg_trigger where tgname like 'mark\\_%' loop
        execute format('alter table %s ${on ? 'enable' : 'disable'} trigger %I', one.of, one.name);
      end loop;
    end $$`,
  );
}

async function single(database: Database, text: string): Promise<number> {
  const { rows } = await database.system.query<{ n: string }>(text);
  return Number(rows[0]?.n);
}
const versionsRaised = (database: Database) =>
  single(database, 'select coalesce(sum(version), 0) as n from controller_state');

/** Waits until the access of the tenant's OKMs has everything that is stored, with every PIN; returns the seconds. */
async function untilJudged(database: Database): Promise<number> {
  const start = performance.now();
  const left = () =>
    single(
      database,
      `select (select count(*) from pin where verifier is null) + (select count(*) from controller_mark)
        + (select count(*) from controller_due) as n`,
    );
  while ((await left()) > 0) await sleep(500);
  return (performance.now() - start) / 1000;
}

/** Stores passwords, the in-product admin, and PINs for existing profiles, which a server issues when it starts. */
async function prepare(database: Database, rows: number) {
  for (const statement of okms.split(';')) await database.system.query(statement, [tenantId]);
  await database.system.query(
    `update tenant set config = config || jsonb_build_object('csvUploadRecordsLimit', $2::int) where id = $1`,
    [tenantId, rows],
  );
  await database.system.query(
    `update profile set is_keyward_admin = username = 'user1', password_hash = $2 where tenant_id = $1`,
    [tenantId, await hashPassword(password, [])],
  );
  const { rows: people } = await database.system.query<{ id: string }>('select id from profile where tenant_id = $1', [
    tenantId,
  ]);
  await inTenant(database.system, tenantId, (db) =>
    issuePins(
      db,
      createVault(Buffer.from(secret)),
      people.map(({ id }) => id),
      { by: null },
    ),
  );
  await database.system.query(`update pin set verifier = '\\x00'`);
  await database.system.query('vacuum analyze');
}

async function call<T>({ port, cookie }: Portal, method: string, path: string, body?: unknown): Promise<T> {
  const isFile = body instanceof Uint8Array;
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': isFile ? 'text/csv' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isFile ? Buffer.from(body) : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text || '{}');
}

const fileOf = (rows: number, prefix: string, withPassword: boolean) =>
  new TextEncoder().encode(
    [
      `name,profile id,email address,roles,Location,Department,valid until${withPassword ? ',temporary password' : ''}`,
      ...Array.from({ length: rows }, (_, i) => {
        const cells = [`Person ${prefix} ${i}`, `${prefix}.${i}`, `${prefix}.${i}@bench.example`, 'Clerk'];
        const more = [`Store ${1 + (i % 200)}`, `Department ${1 + (i % 12)}`, i % 2 ? '2100-12-31 18:00' : ''];
        return [...cells, ...more, ...(withPassword ? [`Start-here-${i}`] : [])].join();
      }),
    ].join('\n'),
  );

/** Waits until the import is in this state; returns the seconds. */
async function until(portal: Portal, id: string, state: string): Promise<number> {
  const start = performance.now();
  for (;;) {
    const { data } = await call<{ data: Import }>(portal, 'GET', `/users/imports/${id}`);
    if (data.refusal) throw new Error(`refused: ${JSON.stringify(data.refusal)}`);
    if (data.state === state) return (performance.now() - start) / 1000;
    await sleep(200);
  }
}

/** Signs in and saves a device, one after the other, until it is stopped; watches the memory. */
function beside(portal: Portal, device: string) {
  const run = { on: true, peak: residentMb(portal.pid) };
  const times = { 'sign-in': [] as number[], 'saving a device': [] as number[] };
  const repeat = async (name: keyof typeof times, work: (n: number) => Promise<unknown>) => {
    for (let n = 0; run.on; n++) {
      const start = performance.now();
      await work(n);
      times[name].push(performance.now() - start);
      await sleep(50);
    }
  };
  const watch = async () => {
    while (run.on) {
      run.peak = Math.max(run.peak, residentMb(portal.pid));
      await sleep(100);
    }
  };
  const all = Promise.all([
    repeat('sign-in', (n) =>
      call({ ...portal, cookie: '' }, 'POST', '/login', { username: `user${10 + (n % 500)}`, password }),
    ),
    repeat('saving a device', (n) => call(portal, 'PUT', `/devices/${device}`, { name: `Saved ${n}` })),
    watch(),
  ]);
  return async () => {
    run.on = false;
    await all;
    return { times, peak: run.peak };
  };
}

async function measure(database: Database, portal: Portal, rows: number) {
  const list = await call<{ data: { id: string }[] }>(portal, 'GET', '/devices');
  const device = list.data[0]?.id ?? '';
  const seconds = (n: number) => `${n.toFixed(1)} s`;
  const lines: string[] = [];
  const step = async (name: string, work: () => Promise<number>) => {
    const before = residentMb(portal.pid);
    const stop = beside(portal, device);
    const took = await work();
    const { times, peak } = await stop();
    const latencies = Object.entries(times).map(
      ([what, all]) =>
        `${what} p50 ${quantile(all, 0.5).toFixed(0)}, p99 ${quantile(all, 0.99).toFixed(0)} ms of ${all.length}`,
    );
    lines.push(
      `- ${name}: ${seconds(took)}; ${latencies.join('; ')}; the server grew by ${(peak - before).toFixed(0)} MB, from ${before.toFixed(0)}; load ${os.loadavg()[0]?.toFixed(1)}`,
    );
    console.log(lines.at(-1));
  };
  const warmUp = async () => (await sleep(warmUpMs), warmUpMs / 1000);
  await step('nothing else', warmUp);
  await step('nothing else, again', warmUp);
  const plan = async (prefix: string, size: number) => {
    const { data } = await call<{ data: Import }>(portal, 'POST', '/users/imports', fileOf(size, prefix, false));
    await until(portal, data.id, 'ready');
    return data.id;
  };
  const apply = async (id: string) => {
    await call(portal, 'POST', `/users/imports/${id}/apply`, { rows: 'all' });
    return until(portal, id, 'applied');
  };
  const importAndRevert = async (kind: string) => {
    let id = '';
    await step(`${kind}: planning ${rows} rows without passwords`, async () => {
      const start = performance.now();
      id = await plan('new', rows);
      return (performance.now() - start) / 1000;
    });
    await step(`${kind}: applying ${rows} rows (P9 wanted <= 60 s, p99 <= 1000 ms, <= 80 MB)`, () => apply(id));
    await step(`${kind}: previewing the reverting`, async () => {
      const start = performance.now();
      await call(portal, 'GET', `/users/imports/${id}/revert`);
      return (performance.now() - start) / 1000;
    });
    await step(`${kind}: reverting ${rows} rows`, async () => {
      await call(portal, 'POST', `/users/imports/${id}/revert`);
      return until(portal, id, 'reverted');
    });
  };
  await switchMarks(database, false);
  await importAndRevert('without marks');
  await switchMarks(database, true);
  await importAndRevert('with marks');
  await step(`planning ${withPasswords} rows that all have a password`, async () => {
    const start = performance.now();
    const file = fileOf(withPasswords, 'secret', true);
    const { data } = await call<{ data: Import }>(portal, 'POST', '/users/imports', file);
    await until(portal, data.id, 'ready');
    return (performance.now() - start) / 1000;
  });
  await followPins(database, step, async () => void (await apply(await plan('known', Math.min(rows, followedRows)))));
  console.log(
    `\n${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}); Node ${process.versions.node}.\n\n${lines.join('\n')}`,
  );
}

type Step = (name: string, work: () => Promise<number>) => Promise<void>;
/** Number of versions that the OKMs are raised by while a file is applied and its PINs are hashed. */
async function followPins(database: Database, step: Step, importFile: () => Promise<void>) {
  await step('earlier PINs and marks', () => untilJudged(database));
  const before = await versionsRaised(database);
  await step('a smaller file, until its people are at the OKMs with their PINs', async () => {
    const start = performance.now();
    await importFile();
    // as activating does
    await database.system.query(
      `update profile set disabled = false where tenant_id = '${tenantId}' and username like 'known.%'`,
    );
    await untilJudged(database);
    return (performance.now() - start) / 1000;
  });
  console.log(
    `  ${(await versionsRaised(database)) - before} versions of ${await single(database, 'select count(*) as n from controller_state')} OKMs raised`,
  );
}

// The world for the figures of OnePASS and the gateway, beside the world of the lists: 1,000 stores with an OKM,
// six devices and two people each, and one store with 300 devices and 2,000 people. All people have PINs with verifiers.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newSecret, secretHash } from '@keyward/server/core/auth/secrets.ts';
import { refreshControllers } from '@keyward/server/core/controllers/jobs.ts';
import { keySecretContext, newCodeSecret } from '@keyward/server/core/onepass/code.ts';
import { issuePins } from '@keyward/server/core/pins/issue.ts';
import { verifierContext } from '@keyward/server/core/pins/verifiers.ts';
import type { Database } from '@keyward/server/db/connect.ts';
import { inTenant } from '@keyward/server/db/tenant.ts';
import { vault } from './vault.ts';
import { tenantId } from './world.ts';

const stores = 1000;
const devicesEach = 6;
const great = { devices: 300, people: 2000 };

export type Okm = { id: string; token: string };
/** A OnePASS key with the device that it opens and the token of the device's controller. */
type Key = { token: string; serial: string; secret: string };
export type OnepassWorld = {
  okms: Okm[];
  great: Okm;
  /** The serial numbers of the great store's keys. */
  greatKeys: string[];
  keys: Key[];
  /** A person of the first store. */
  person: string;
  /** The role of all people at the stores. */
  roleId: string;
  /** Time in which the access of all OKMs was judged for the first time. */
  judgedMs: number;
};

const id = (kind: string, number: string) => `md5('${kind}' || (${number}))::uuid`;
const t = `'${tenantId}'`;
/** Store 0 is the great one. */
const store = (number: string) => id('okm store', number);

const rows = `
  update device set device_type_id = ${id('type', '1')} where tenant_id = ${t} and device_type_id = ${id('type', '7')};
  update tenant set features = array['secureKey'] where id = ${t};
  insert into tag_value (tenant_id, id, tag_definition_id, name, position)
    select ${t}, ${store('i')}, ${id('tag', '1')}, 'OKM store ' || i, 1000 + i from generate_series(0, ${stores}) i;
  insert into role (tenant_id, id, name) values
    (${t}, ${id('okm role', '1')}, 'OKM user of the stores'), (${t}, ${id('okm role', '2')}, 'OKM user of the great store');
  insert into role_permission (tenant_id, role_id, permission, value) values
    (${t}, ${id('okm role', '1')}, 'OKM-USER', 'TRUE'), (${t}, ${id('okm role', '2')}, 'OKM-USER', 'TRUE');
  insert into profile (tenant_id, id, name, username)
    select ${t}, ${id('okm person', 'i')}, 'Keyholder ' || i, 'keyholder.' || i
    from generate_series(1, ${2 * stores + great.people}) i;
  insert into profile_role (tenant_id, profile_id, role_id)
    select ${t}, ${id('okm person', 'i')}, case when i <= ${2 * stores} then ${id('okm role', '1')} else ${id('okm role', '2')} end
    from generate_series(1, ${2 * stores + great.people}) i;
  insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
    select ${t}, ${id('okm person', 'i')}, ${id('tag', '1')},
      ${store(`case when i <= ${2 * stores} then 1 + i % ${stores} else 0 end`)}
    from generate_series(1, ${2 * stores + great.people}) i;
  insert into device (tenant_id, id, device_type_id, name, serial_number, location_definition_id, location_value_id)
    select ${t}, ${id('okm', 'i')}, ${id('type', '7')}, 'OKM ' || i, 'F' || upper(lpad(to_hex(i), 15, '0')), ${id('tag', '1')}, ${store('i')}
    from generate_series(0, ${stores}) i;
  insert into device (tenant_id, id, device_type_id, name, serial_number, location_definition_id, location_value_id, controller_id)
    select ${t}, ${id('okm device', 'n')}, ${id('type', 'case when n % 2 = 0 then 6 else 1 end')}, 'Held ' || n,
      'E' || upper(lpad(to_hex(n), 15, '0')), ${id('tag', '1')}, ${store('s')}, ${id('okm', 's')}
    from (select n, case when n <= ${stores * devicesEach} then 1 + n / ${devicesEach} % ${stores} else 0 end as s
      from generate_series(1, ${stores * devicesEach + great.devices}) n) x;
  insert into device_tag (tenant_id, device_id, tag_definition_id, value_id)
    select d.tenant_id, d.id, ${id('tag', '2')}, ${id('department', "1 + ('x' || substr(d.id::text, 1, 2))::bit(8)::int % 12")}
    from device d where d.tenant_id = ${t} and d.location_value_id = ${store('0')};
  insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
    select ${t}, ${id('okm person', 'i')}, ${id('tag', '2')}, ${id('department', '1 + (i + k) % 12')}
    from generate_series(${2 * stores + 1}, ${2 * stores + great.people}) i, generate_series(0, 3) k;
  insert into list_tally as l (tenant_id, resource, location_id, n)
    select tenant_id, 'device', location_value_id, count(*) from device
    where tenant_id = ${t} and serial_number ~ '^[EF]0' group by 1, 3
    on conflict (tenant_id, resource, location_id) do update set n = l.n + excluded.n`;

/** PINs with verifiers for all profiles: a running server would make them, one hash each. */
async function storePins({ system }: Database) {
  const { rows: people } = await system.query<{ id: string }>('select id from profile where tenant_id = $1', [
    tenantId,
  ]);
  const ids = people.map((person) => person.id);
  await inTenant(system, tenantId, (db) => issuePins(db, vault, ids, { by: null }));
  // of the length and form of a real one
  const verifier = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;
  await system.query(
    `update pin set verifier = v.sealed from unnest($2::uuid[], $3::bytea[]) as v(id, sealed)
     where tenant_id = $1 and profile_id = v.id`,
    [tenantId, ids, ids.map((one) => vault.seal(verifier, verifierContext(tenantId, one)))],
  );
}

/** A key for each device of the stores. */
async function storeKeys({ system }: Database, tokens: ReadonlyMap<string, string>): Promise<Key[]> {
  const { rows: devices } = await system.query<{ id: string; serial: string; controller: string }>(
    `select id, serial_number as serial, controller_id as controller from device
     where tenant_id = $1 and controller_id <> ${id('okm', '0')}`,
    [tenantId],
  );
  const keys = devices.map((device) => ({ ...device, keyId: randomUUID(), secret: newCodeSecret() }));
  await system.query(
    `insert into secure_key (tenant_id, id, device_id, created_by, created_by_name, duration, expires_at, max_uses, secret)
     select $1, v.id, v.device, v.device, 'Bench', 2880, now() + interval '2 days', 200, v.sealed
     from unnest($2::uuid[], $3::uuid[], $4::bytea[]) as v(id, device, sealed)`,
    [
      tenantId,
      keys.map((key) => key.keyId),
      keys.map((key) => key.id),
      keys.map((key) => vault.seal(key.secret, keySecretContext(tenantId, key.keyId))),
    ],
  );
  return keys.map(({ serial, secret, controller }) => ({ serial, secret, token: tokens.get(controller) ?? '' }));
}

/** Fills a world of lists; the access of all controllers is judged when it returns. */
export async function buildOnepassWorld(database: Database): Promise<OnepassWorld> {
  const { system } = database;
  await system.query(rows);
  await storePins(database);
  const { rows: found } = await system.query<{ id: string; serial: string }>(
    `select d.id, d.serial_number as serial from device d join device_type y on y.tenant_id = d.tenant_id
       and y.id = d.device_type_id and y.device_class = 'OKM' where d.tenant_id = $1 order by d.serial_number`,
    [tenantId],
  );
  const okms = found.map((device) => ({ id: device.id, token: newSecret() }));
  await system.query(
    `insert into controller_token (tenant_id, device_id, token_hash, prefix, created_by)
     select $1, v.id, v.hash, '', 'bench' from unnest($2::uuid[], $3::bytea[]) as v(id, hash)`,
    [tenantId, okms.map((okm) => okm.id), okms.map(({ token }) => secretHash(token))],
  );
  const keys = await storeKeys(database, new Map(okms.map((okm) => [okm.id, okm.token])));
  await system.query('vacuum analyze');
  const start = performance.now();
  await refreshControllers(database, tenantId);
  const judgedMs = performance.now() - start;
  await system.query('vacuum analyze');
  const [greatOkm, ...others] = okms;
  if (!greatOkm) throw new Error('there is no OKM');
  const one = await system.query<{ person: string; role: string; serials: string[] }>(
    `select ${id('okm person', `${stores}`)} as person, ${id('okm role', '1')} as role, array(select d.serial_number from device d
       where d.tenant_id = $1 and d.controller_id = $2 and d.device_type_id = ${id('type', '6')}) as serials`,
    [tenantId, greatOkm.id],
  );
  const { person = '', role = '', serials = [] } = one.rows[0] ?? {};
  return { okms: others, great: greatOkm, greatKeys: serials, keys, person, roleId: role, judgedMs };
}

/** Waits until the jobs of a first minute have made the missing data, such as PINs, and none has run for a while. */
export async function jobsDone({ system }: Database): Promise<void> {
  await sleep(65_000);
  for (let quiet = 0; quiet < 5; quiet++) {
    await sleep(1000);
    const found = await system.query<{ n: number }>(
      'select count(*)::int as n from graphile_worker.jobs where locked_at is not null or run_at < now()',
    );
    if (found.rows[0]?.n !== 0) quiet = -1;
  }
}

/** Waits until nothing is left to judge. */
export async function settled({ system }: Database): Promise<void> {
  for (;;) {
    const found = await system.query<{ n: string }>(
      'select (select count(*) from controller_mark) + (select count(*) from controller_due) as n',
    );
    if (Number(found.rows[0]?.n) === 0) return;
    await sleep(20);
  }
}

import { expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { housekeeping } from './housekeeping.ts';

const portal = await openPortal();
const { context } = openOutbox(portal);
const { system } = portal.database;
const count = async (table: string) =>
  Number((await system.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

test('deletes expired rows, and nothing else', async () => {
  const { rows } = await system.query<{ id: string }>(
    `select id from profile where tenant_id = $1 and username = 'clerk'`,
    [tenants.demo],
  );
  const owner = [tenants.demo, rows[0]?.id];
  const insert = async (age: string) => {
    const at = `now() - interval '${age}'`;
    const hash = `sha256('${age}')`;
    const purpose = age === '2 days' ? 'reset' : 'first';
    await system.query(
      `insert into password_token (tenant_id, profile_id, purpose, token_hash, password_version, expires_at)
       values ($1, $2, '${purpose}', ${hash}, 0, ${at})`,
      owner,
    );
    await system.query(
      `insert into sign_in_link (tenant_id, profile_id, token_hash, expires_at) values ($1, $2, ${hash}, ${at})`,
      owner,
    );
    await system.query(
      `insert into session (tenant_id, profile_id, token_hash, expires_at, address, user_agent) values ($1, $2, ${hash}, ${at}, '', '')`,
      owner,
    );
    await system.query(`insert into reset_request (tenant_id, key, n, last_at) values ($1, '${age}', 1, ${at})`, [
      tenants.demo,
    ]);
    await system.query(`insert into sso_state (tenant_id, state_hash, used_at) values ($1, ${hash}, ${at})`, [
      tenants.demo,
    ]);
    await system.query(`insert into used_challenge (tenant_id, challenge_hash, used_at) values ($1, ${hash}, ${at})`, [
      tenants.demo,
    ]);
    await system.query(
      `insert into sign_in_attempt (tenant_id, key, failures, updated_at) values ($1, '${age}', 1, ${at})`,
      [tenants.demo],
    );
    const used = age === '2 days' ? '401 days' : '399 days';
    await system.query(
      `insert into known_way (tenant_id, key, used_at) values ($1, '${age}', now() - interval '${used}')`,
      [tenants.demo],
    );
  };
  const tables = [
    'password_token',
    'sign_in_link',
    'session',
    'reset_request',
    'sso_state',
    'used_challenge',
    'sign_in_attempt',
    'known_way',
  ];
  const before = await Promise.all(tables.map(count));
  await insert('30 minutes');
  await insert('2 days');
  for (const job of housekeeping) await job.run(undefined, context);
  expect(await Promise.all(tables.map(count))).toEqual(before.map((n) => n + 1));
});

test('jobs that failed for good are deleted after a week; those that are tried again are not', async () => {
  const add = async (name: string, { failed, days }: { failed: boolean; days: number }) => {
    const { rows } = await system.query<{ id: string }>(
      `select id from graphile_worker.add_job($1, run_at := now() + interval '1 day')`,
      [name],
    );
    const ids = rows.map(({ id }) => id);
    if (failed) await system.query(`select from graphile_worker.permanently_fail_jobs($1, 'broken')`, [ids]);
    await system.query(
      `update graphile_worker._private_jobs set updated_at = now() - $2 * interval '1 day' where id = any($1)`,
      [ids, days],
    );
  };
  await add('waits', { failed: false, days: 8 });
  await add('failed lately', { failed: true, days: 6 });
  await add('failed', { failed: true, days: 8 });
  for (const job of housekeeping) if (job.name === 'failed-jobs') await job.run(undefined, context);
  const { rows } = await system.query<{ name: string }>(
    `select task_identifier as name from graphile_worker.jobs where task_identifier in ('waits', 'failed lately', 'failed') order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['failed lately', 'waits']);
});

// Remote unlocks that wait while the operator suspends their tenant.
import fs from 'node:fs';
import { auth } from '@keyward/contract/auth';
import { commands } from '@keyward/contract/commands';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { openCommands } from '#modules/commands/commands.testing.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { tenants } from '#testing/people.ts';
import { Caller } from '#testing/portal.ts';
import { runCommand } from './command.testing.ts';

const { portal, system, params, send, fetched, answer, later, events, reset } = await openCommands();
const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));
const environment = {
  DATABASE_URL: portal.database.url,
  KEYWARD_TEST: '1',
  KEYWARD_DATA: folder,
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://keyward.example',
};
const tenant = async (act: 'suspend' | 'resume') =>
  expect(await runCommand(environment, 'tenant', act, 'demo')).toMatchObject({ code: 0 });

/** The last command as the drawer of the lock shows it after signing in again. */
async function last() {
  const body = { username: 'admin', password: demoPassword };
  const { headers } = await new Caller(portal.app, 'localhost', {}).request(auth.login, { body });
  const cookie = /keyward=[0-9a-f]{64}/.exec(String(headers['set-cookie']))?.[0] ?? 'none';
  return (await new Caller(portal.app, 'localhost', { cookie }).call(commands.list, { params })).data.commands[0];
}

// a suspension ends the sessions of the callers
const { rows: sessions } = await system.query<{ all: string }>('select json_agg(s)::text as all from session s');
beforeEach(async () => {
  await system.query(
    `insert into session overriding system value select * from json_populate_recordset(null::session, $1)
     on conflict do nothing`,
    [sessions[0]?.all],
  );
  await reset();
});

test('a command that waits is cancelled at once, with the suspension as the reason, and opens no lock afterwards', async () => {
  await send();
  await tenant('suspend');
  await tenant('resume');
  expect(await fetched()).toEqual([]);
  expect(await last()).toMatchObject({ state: 'cancelled', reason: 'organizationSuspended', ended_by: null });
  expect(await events()).toEqual([
    'REMOTE_UNLOCK success Mona Manager',
    'CANCEL_REMOTE_UNLOCK success Mona Manager organizationSuspended',
  ]);
  const { rows } = await system.query<{ by: string }>(
    `select body::jsonb ->> 'system' as by from event where event = 'CANCEL_REMOTE_UNLOCK'`,
  );
  expect(rows).toEqual([{ by: 'commandLine' }]);
});

test('a command that was saved at the moment of the suspension is cancelled when the tenant is resumed', async () => {
  const { id } = await send();
  await tenant('suspend');
  // saved by a call that had read the tenant before the suspension
  await system.query(
    `update device_command set state = 'saved', reason = null, ended_at = null where tenant_id = $1 and id = $2`,
    [tenants.demo, id],
  );
  await tenant('resume');
  expect(await fetched()).toEqual([]);
  expect(await last()).toMatchObject({ state: 'cancelled', reason: 'organizationSuspended' });
});

test('a command that the controller has fetched still waits for its answer', async () => {
  const { id } = await send();
  await fetched();
  await tenant('suspend');
  await tenant('resume');
  expect(await last()).toMatchObject({ state: 'handedOut' });
  await answer(id, 'done');
  expect(await last()).toMatchObject({ state: 'done' });
  expect((await events()).at(-1)).toBe('REMOTE_UNLOCK_OUTCOME success Mona Manager');
});

test('a command that was not fetched in time is not cancelled by the suspension', async () => {
  await send();
  await later(61);
  await tenant('suspend');
  await tenant('resume');
  expect(await last()).toMatchObject({ state: 'unknown', reason: 'notFetched' });
});

// Watches judged after `tenant resume`.
import fs from 'node:fs';
import { watches } from '@keyward/contract/watches';
import { afterAll, expect, test } from 'vitest';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { runCommand } from './command.testing.ts';

const portal = await openPortal();
const { system } = portal.database;
const { context } = openOutbox(portal);
const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));
const environment = {
  DATABASE_URL: portal.database.url,
  KEYWARD_TEST: '1',
  KEYWARD_DATA: folder,
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://keyward.example',
};

test('watches are judged within a minute of the resume by what changed during the suspension', async () => {
  const body = {
    name: 'Renamed',
    resource: 'device',
    base: 'Overview',
    filter: { name: 'Renamed' },
    search: '',
    rule: { when: 'count', above: 0 },
    delivery: 'mail',
    quiet: null,
  } as const;
  await portal.as.admin.call(watches.create, { body });
  // a first judgement now; the next one is minutes away
  await system.query('update watch set next_at = now()');
  await watchesByTime.run(undefined, context);
  const said = async () => (await system.query<{ kind: string }>('select kind from inbox_entry')).rows;

  expect(await runCommand(environment, 'tenant', 'suspend', 'demo')).toMatchObject({ code: 0 });
  await system.query(`update device set name = 'Renamed' where tenant_id = $1 and serial_number = $2`, [
    tenants.demo,
    serials.northPadlock,
  ]);
  await watchesOfList.run({ tenantId: tenants.demo, resource: 'device' }, context);
  await watchesByTime.run(undefined, context);
  expect(await said()).toEqual([]);

  expect(await runCommand(environment, 'tenant', 'resume', 'demo')).toMatchObject({ code: 0 });
  await watchesByTime.run(undefined, context);
  expect(await said()).toEqual([{ kind: 'watchCount' }]);
  const { rows } = await system.query('select kind, recipient from mail');
  expect(rows).toEqual([{ kind: 'inbox', recipient: 'admin@demo.example' }]);
});

// Tenancy has two nets: the predicate on every query, and row-level security. Each must hold alone: the same calls
// with both, without the first and without the second must get the same responses and leave the same rows.
import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { settings } from '@keyward/contract/settings';
import { views } from '@keyward/contract/views';
import { afterEach, expect, test } from 'vitest';
import { buildApp } from '#app.ts';
import { demoPassword } from '#core/auth/demo.ts';
import { writeEvents } from '#core/events/events.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { createSession } from '#core/auth/session.ts';
import { openPools } from '#db/connect.ts';
import { inTenant, rows } from '#db/tenant.ts';
import { onTeardown } from '#testing/teardown.ts';
import { dropRowLevelSecurity, leaveNets, type Nets, restoreNets } from '#testing/nets.ts';
import { north, serials, tenants } from '#testing/people.ts';
import { type Answer, Caller, openPortal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';

const harborSerial = '3A100000000000F1';

async function openWith(nets: Nets) {
  const portal = await openPortal();
  const { system } = portal.database;
  // names unique to the other tenant
  await system.query(
    `update profile set name = 'Harbor ' || left(name, 20), email = 'harbor-' || email where tenant_id = $1`,
    [tenants.harbor],
  );
  await system.query(`update profile set username = 'harborclerk' where tenant_id = $1 and username = 'clerk'`, [
    tenants.harbor,
  ]);
  await system.query(`update device set name = 'Harbor ' || name where tenant_id = $1`, [tenants.harbor]);
  await system.query(`update device set serial_number = $2 where tenant_id = $1 and serial_number = $3`, [
    tenants.harbor,
    harborSerial,
    serials.nowhere,
  ]);
  await system.query(
    `insert into tag_value (tenant_id, tag_definition_id, name, position)
     select tenant_id, id, 'Harbor only', 9 from tag_definition where tenant_id = $1 and type = 1`,
    [tenants.harbor],
  );
  for (const tenant of ['demo', 'harbor'] as const)
    await portal.inTenant(tenant, async (db) => {
      const locationRows = await rows<{ id: string }>(
        db,
        'select v.id from tag_value v join tag_definition d on d.tenant_id = $1 and d.id = v.tag_definition_id and d.is_location where v.tenant_id = $1 order by v.name',
        [db.tenantId],
      );
      await writeEvents(
        db,
        Array.from({ length: 9 }, (_, i) => ({
          event: i % 2 ? ('LOCK_UNLOCK' as const) : ('KEY_CHECKIN' as const),
          time: new Date(Date.UTC(2026, 0, 1 + i)),
          receivedAt: new Date(Date.UTC(2026, 0, 20)),
          id: `0000000${i}-0000-4000-8000-${tenant === 'demo' ? '00000000000d' : '00000000000e'}`,
          entity: { domain: 'device' as const, id: null, name: `${tenant} thing ${i}`, email: `${tenant}@x.example` },
          locations: locationRows.slice(i % 3, (i % 3) + 1).map((p) => p.id),
        })),
      );
    });
  const pools = openPools(portal.database.url, 4);
  await leaveNets(pools, nets);
  const app = await buildApp({ pool: pools.app, demo: false, checkReplies: true });
  onTeardown(async () => {
    await app.close();
    await pools.close();
  });
  const profileOf = async (tenant: string, username: string) =>
    (
      await system.query<{ id: string }>('select id from profile where tenant_id = $1 and username = $2', [
        tenant,
        username,
      ])
    ).rows[0]?.id ?? '';
  const person = async (tenant: 'demo' | 'harbor', username: string, host = tenant) => {
    const id = await profileOf(tenants[tenant], username);
    const token = await inTenant(pools.app, tenants[tenant], (db) =>
      createSession(db, id, { address: '127.0.0.1', userAgent: 'test' }),
    );
    return new Caller(app, host === 'demo' ? 'localhost' : 'harbor.localhost', { cookie: `keyward=${token}` });
  };
  const controller = async (tenant: 'demo' | 'harbor', host: string) => {
    const secret = newSecret();
    await system.query(
      `insert into controller_token (tenant_id, device_id, token_hash, prefix, created_by)
       select tenant_id, id, $2, 'x', 'Test' from device where tenant_id = $1 and serial_number = $3`,
      [tenants[tenant], secretHash(secret), serials.northOkm],
    );
    return new Caller(app, host, { authorization: `Bearer ${secret}` });
  };
  return { portal, app, pools, person, controller };
}

/** Values that differ between runs: new ids and times, secrets, cursors. */
const steady = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
      /^.{14}8/.test(id) ? id : 'id',
    )
    .replace(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, (time) => (time.startsWith('2026-01') ? time : 'time'))
    .replace(/"next":"[^"]+"/g, 'next')
    .replace(/[0-9a-f]{64}/g, 'secret')
    .replace(/"prefix":"[^"]*"/g, 'prefix');

async function transcript(nets: Nets) {
  const { portal, app, person, controller } = await openWith(nets);
  const responses: Record<string, string> = {};
  const hear = (name: string, answer: Answer) => {
    expect(responses[name], name).toBeUndefined();
    responses[name] = `${answer.status} ${steady(answer.text)}`;
    return answer;
  };
  const before = await stateOf(portal.database, { tenant: tenants.harbor });

  const harbor = await person('harbor', 'admin');
  const theirs = (await harbor.call(devices.list, {})).data;
  const theirEvents = (await harbor.call(activity.list, {})).data;
  const theirTags = (await harbor.call(groups.definitions, {})).data;
  const theirOkm = theirs.find((d) => d.device_class === 'OKM')?.id ?? '';
  expect(theirs.length).toBe(7);
  expect(theirEvents.length).toBe(9);

  for (const username of ['admin', 'clerk', 'homeless']) {
    const who = await person('demo', username);
    // so that a call is refused because of the tenant, and not for lack of a confirmation
    await portal.database.system.query(
      `insert into confirmation (tenant_id, session_id, act, expires_at)
       select tenant_id, id, 'issueToken', now() + interval '1 hour' from session where tenant_id = $1 on conflict do nothing`,
      [tenants.demo],
    );
    const send = async (name: string, call: Promise<Answer>) => hear(`${username}: ${name}`, await call);
    await send('me', who.request(auth.me));
    await send('definitions', who.request(groups.definitions, {}));
    await send('defaults', who.request(settings.defaults));
    await send('mine', who.request(settings.mine));
    for (const resource of ['device', 'event'] as const) {
      await send(`views ${resource}`, who.request(views.list, { query: { resource } }));
      await send(`counts ${resource}`, who.request(views.counts, { query: { resource } }));
    }
    const { data: deviceViews } = await who.call(views.list, { query: { resource: 'device' } });
    const tagged = theirTags.map((t) => ({ [`tags.${t.id}`]: 'Harbor only' }));
    for (const query of [
      ...[
        'name:asc',
        'serial_number:desc',
        'device_type_name:asc,name:desc',
        'locationTagValue:asc',
        'state_updated_at:desc',
      ].map((sort) => ({ sort })),
      ...deviceViews.map((v) => ({ custom_view: v.value })),
      ...tagged,
      { search: 'cabinet' },
      { search: 'Harbor' },
      { search: harborSerial },
      { serial_number: serials.northPadlock },
      { serial_number: harborSerial },
      { name: 'like:*a*' },
      { name: 'like:Harbor*' },
      { locationTagValue: north },
      { locationTagValue: 'Harbor only' },
      { device_type_name: 'okm 40' },
      { device_class: 'LOCK,KEY' },
      { q: 'device_class:OKM,POD' },
      { results_per_page: '2' },
      { page: '2', results_per_page: '2' },
    ])
      await send(`devices ${JSON.stringify(query)}`, who.request(devices.list, { query }));
    for (const query of [
      {},
      { search: 'thing' },
      { search: 'harbor' },
      { event: 'LOCK_UNLOCK' },
      { event: 'LOCK_UNLOCK,KEY_CHECKIN' },
      { event_time: 'range:2026-01-02T05:00:00Z,2026-01-06T07:00:00Z' },
      { event_time: 'gte:2026-01-03T00:00:00Z' },
      { 'description.entityName': 'like:*thing*' },
      { 'description.entityEmail': 'like:harbor*' },
      { 'description.agentName': 'NOT_EXISTS' },
      { 'description.entityEmail': 'EXISTS' },
      { entity_id: theirOkm },
      { sort: 'event:asc' },
      { results_per_page: '2' },
    ] as Record<string, string>[])
      await send(`events ${JSON.stringify(query)}`, who.request(activity.list, { query }));
    const first = await who.call(devices.list, { query: { results_per_page: '3' } });
    const query = { results_per_page: '3', page: '2', ...(first.next ? { cursor: first.next } : {}) };
    await send('devices after the cursor', who.request(devices.list, { query }));
    for (const { id, name } of theirs) {
      await send(`get ${name}`, who.request(devices.get, { params: { id } }));
      await send(`update ${name}`, who.request(devices.update, { params: { id }, body: { name: 'Taken' } }));
      await send(`remove ${name}`, who.request(devices.remove, { params: { id } }));
    }
    for (const { id } of theirEvents) await send(`event ${id}`, who.request(activity.get, { params: { id } }));
    await send('tokens', who.request(devices.tokens, { params: { id: theirOkm } }));
    await send('issue', who.request(devices.issueToken, { params: { id: theirOkm } }));
    await send('revoke', who.request(devices.revokeToken, { params: { id: theirOkm, tokenId: theirOkm } }));
    for (const { id, values } of theirTags)
      await send(
        `create with ${id}`,
        who.request(devices.create, {
          body: {
            name: 'X',
            serial_number: harborSerial,
            tags: [{ tagId: id, values: values.slice(0, 1).map((v) => v.name) }],
          },
        }),
      );
  }

  const anonymous = new Caller(app, 'localhost', {});
  const signIn = { username: 'harborclerk', password: demoPassword };
  hear('their name here', await anonymous.request(auth.login, { body: signIn }));
  const crossed = await person('demo', 'admin', 'harbor');
  hear('a session at the other host', await crossed.request(devices.list, {}));
  const report = {
    reports: [
      { serial: serials.northPadlock, state: { secured: false } },
      { serial: harborSerial, state: { secured: false } },
    ],
  };
  const stranger = await controller('harbor', 'localhost');
  hear('their controller here', await stranger.request(gateway.reports, { body: report }));
  const stored = await stateOf(portal.database, { tenant: tenants.harbor, except: ['controller_token', 'session'] });
  const own = await controller('demo', 'localhost');
  hear('our controller on their device', await own.request(gateway.reports, { body: report }));

  // the tenant's own writes must neither collide with nor change the other tenant's rows
  const admin = await person('demo', 'admin');
  const tags = [
    { tagId: (await admin.call(groups.definitions, {})).data.find((d) => d.is_location)?.id ?? '', values: [north] },
  ];
  const body = { name: 'Same number', serial_number: harborSerial, tags };
  const created = hear('their serial number here', await admin.request(devices.create, { body }));
  const { id } = (created.body as { data: { id: string } }).data;
  hear(
    'move',
    await admin.request(devices.update, {
      params: { id },
      body: { name: 'Moved', tags: [{ ...tags[0], tagId: tags[0]?.tagId ?? '', values: ['South'] }] },
    }),
  );
  hear('remove', await admin.request(devices.remove, { params: { id } }));
  const okm = (await admin.call(devices.list, { query: { serial_number: serials.northOkm } })).data[0]?.id ?? '';
  hear('remove an OKM', await admin.request(devices.remove, { params: { id: okm } }));
  hear('what is left', await admin.request(devices.list, { query: { sort: 'serial_number:asc' } }));

  const after = await stateOf(portal.database, { tenant: tenants.harbor });
  for (const table of Object.keys(before).filter((t) => t !== 'controller_token' && t !== 'session'))
    expect(after[table], `${table} of the other tenant`).toBe(before[table]);
  for (const [table, hash] of Object.entries(stored)) expect(after[table], table).toBe(hash);
  return responses;
}

afterEach(restoreNets);

const withBoth = await transcript('both');

test('with both nets no response contains data of the other tenant', () => {
  for (const [call, answer] of Object.entries(withBoth)) {
    // an error's parameters echo the caller's input
    const own = answer.replace(/\{"detail":.*\}/, (error) => error.replace(/Harbor only/g, ''));
    expect(own, call).not.toMatch(/harbor|0000e"/i);
  }
  expect(withBoth['admin: devices {"sort":"name:asc"}']).toContain('"total_results":7');
  expect(withBoth['admin: events {}']).toContain('"total_results":9');
  expect(withBoth['their controller here']).toMatch(/^401/);
  expect(withBoth['our controller on their device']).toContain('"reason":"unknownDevice"');
  expect(withBoth['their serial number here']).toMatch(/^201/);
});

test.each(['row-level security alone', 'the predicate alone'] as const)('%s gives the same responses', async (nets) => {
  expect(await transcript(nets)).toEqual(withBoth);
});

test('with neither net the same calls leak, so the test detects a leak', async () => {
  const { portal, person } = await openWith('row-level security alone');
  await dropRowLevelSecurity(portal.database);
  const admin = await person('demo', 'admin');
  expect((await admin.request(devices.list, { query: { search: 'Harbor' } })).text).toContain('Harbor');
});

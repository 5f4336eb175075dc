// A watch finds the rows that its list shows, for random filters and random changes of rows.
import { devices } from '@keyward/contract/devices';
import { inbox } from '@keyward/contract/inbox';
import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import { profiles } from '@keyward/contract/profiles';
import { type WatchInput, watches } from '@keyward/contract/watches';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { watchesOfList } from '#core/watches/job.ts';
import { openOnePass } from '#testing/onepass.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;
const tenant = tenants.demo;

type Query = Record<string, string>;
type List = {
  resource: WatchInput['resource'];
  /** Ids that the list shows to the caller. */
  ids: (caller: typeof admin, query: Query) => Promise<string[]>;
  filters: fc.Arbitrary<Query>;
  /** Random new values of each row that may change. */
  changes: fc.Arbitrary<readonly unknown[][]>;
  change: (values: readonly unknown[], i: number) => Promise<unknown>;
};
const page = { results_per_page: '50' };
const name = fc.constantFrom('Alpha', 'Alpha 2', 'beta', 'Straße');
const daysAgo = fc.option(fc.integer({ min: 0, max: 5 }));
/** At most two filters, because more would leave few rows. */
const atMostTwo = (filters: Record<string, readonly string[]>): fc.Arbitrary<Query> =>
  fc
    .subarray(Object.entries(filters), { maxLength: 2 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map(([column, texts]) => [column, fc.constantFrom(...texts)]))),
    );

const { rows: deviceIds } = await owner.query<{ id: string }>(
  'select id from device where tenant_id = $1 order by id',
  [tenant],
);
const { rows: profileIds } = await owner.query<{ id: string }>(
  `select id from profile where tenant_id = $1 and username not in ('admin', 'manager') order by id`,
  [tenant],
);
const listOfDevices: List = {
  resource: 'device',
  ids: async (caller, query) =>
    (await caller.call(devices.list, { query: { ...query, ...page } })).data.map(({ id }) => id),
  filters: atMostTwo({
    name: ['like:alpha*', 'BETA', 'not:like:*a*', 'Alpha,strasse'],
    security_status: ['unsecured', 'NOT_EXISTS', 'not:secured', 'secured,NOT_EXISTS'],
    battery: ['lt:40', 'EXISTS', 'range:20,60', 'not:lt:40'],
    device_class: ['OKM', 'LOCK,KEY', 'not:OKM'],
    state_updated_at: ['gte:now-2d', 'NOT_EXISTS', 'lt:now-1d/d'],
  }),
  changes: fc.array(
    fc
      .record({
        name,
        status: fc.constantFrom('secured', 'unsecured', null),
        battery: fc.option(fc.integer({ min: 0, max: 100 })),
        days: daysAgo,
      })
      .map(({ name: called, status, battery, days }) => [
        called,
        status,
        JSON.stringify(battery === null ? {} : { battery }),
        days,
      ]),
    { minLength: deviceIds.length, maxLength: deviceIds.length },
  ),
  change: (values, i) =>
    owner.query(
      `update device set name = $3, security_status = $4, state = $5,
         state_updated_at = now() - make_interval(days => $6::integer) - interval '5 minutes' where tenant_id = $1 and id = $2`,
      [tenant, deviceIds[i]?.id, ...values],
    ),
};
const listOfProfiles: List = {
  resource: 'user',
  ids: async (caller, query) =>
    (await caller.call(profiles.list, { query: { ...query, ...page } })).data.map(({ id }) => id),
  filters: atMostTwo({
    name: ['like:alpha*', 'BETA', 'not:like:*a*', 'Alpha,strasse'],
    disabled: ['true', 'false'],
    email: ['EXISTS', 'NOT_EXISTS', 'like:*@x*'],
    last_activity: ['gte:now-2d', 'NOT_EXISTS', 'lt:now-1d/d'],
    valid_until: ['range:now,now+3d', 'EXISTS', 'not:gte:now'],
    'role.name': ['Editor', 'not:Store clerk', 'NOT_EXISTS', 'like:store*'],
  }),
  changes: fc.array(
    fc
      .record({
        name,
        disabled: fc.boolean(),
        email: fc.constantFrom('@x.example', '@y.example', null),
        used: daysAgo,
        ends: fc.option(fc.integer({ min: -5, max: 5 })),
      })
      .map(({ name: called, disabled, email, used, ends }) => [called, disabled, email, used, ends]),
    { minLength: profileIds.length, maxLength: profileIds.length },
  ),
  change: (values, i) =>
    owner.query(
      `update profile set name = $3, disabled = $4, email = username || $5,
         last_active_at = now() - make_interval(days => $6::integer) - interval '5 minutes',
         valid_until = now() + make_interval(days => $7::integer) + interval '5 minutes' where tenant_id = $1 and id = $2`,
      [tenant, profileIds[i]?.id, ...values],
    ),
};

const { key, invite } = openOnePass(portal);
/** Keys at North and South; one invitation has keys at both. */
const keyIds: string[] = [];
for (const serial of [serials.northPadlock, serials.southPadlock]) {
  for (let i = 0; i < 5; i++) keyIds.push(await key({ serial }));
}
const inviteIds: string[] = [];
for (const keys of [[0], [1, 2], [5], [6, 7], [3, 8]]) {
  inviteIds.push((await invite(admin, { keys: keys.map((n) => keyIds[n] ?? '') })).id);
}
const usesAndEnds = fc.record({
  uses: fc.integer({ min: 0, max: 3 }),
  used: daysAgo,
  ends: fc.integer({ min: -5, max: 5 }),
});
type UsesAndEnds = Readonly<{ uses: number; used: number | null; ends: number }>;
const changeKey = (i: number, { uses, used, ends }: UsesAndEnds) =>
  owner.query(
    `update secure_key set uses = $3, last_used_at = now() - make_interval(days => $4::integer) - interval '5 minutes',
       expires_at = now() + make_interval(days => $5::integer) + interval '5 minutes' where tenant_id = $1 and id = $2`,
    [tenant, keyIds[i], uses, used, ends],
  );
const listOfKeys: List = {
  resource: 'secure-key',
  ids: async (caller, query) =>
    (await caller.call(secureKeys.list, { query: { ...query, ...page } })).data.map(({ id }) => id),
  filters: atMostTwo({
    device_name: ['like:north*', 'SOUTH PADLOCK', 'not:like:*north*'],
    status: ['active', 'usedUp,expired', 'not:active'],
    uses: ['gte:1', 'range:1,2', 'not:lt:2'],
    expiration_timestamp: ['range:now,now+3d', 'lt:now', 'not:gte:now+1d/d'],
    last_used_at: ['gte:now-2d', 'NOT_EXISTS', 'lt:now-1d/d'],
    invite_status: ['NEW', 'NOT_EXISTS', 'EXISTS'],
  }),
  changes: fc.array(
    usesAndEnds.map((values) => [values]),
    { minLength: keyIds.length, maxLength: keyIds.length },
  ),
  change: ([values], i) => changeKey(i, values as UsesAndEnds),
};
const listOfInvitations: List = {
  resource: 'secure-key-invitation',
  ids: async (caller, query) =>
    (await caller.call(invitations.list, { query: { ...query, ...page } })).data.map(({ id }) => id),
  filters: atMostTwo({
    email: ['like:*example*', 'not:like:guest1*'],
    status: ['NEW', 'USED,CANCELLED', 'not:NEW'],
    delivery: ['queued,delayed', 'not:opened', 'refused'],
    devices: ['like:north*', 'SOUTH PADLOCK'],
    uses: ['gte:1', 'range:1,3', 'not:lt:2'],
    expiration_timestamp: ['range:now,now+3d', 'lt:now'],
    sent_at: ['gte:now-2d', 'NOT_EXISTS', 'lt:now-1d/d'],
  }),
  changes: fc.array(
    fc
      .record({
        values: usesAndEnds,
        status: fc.constantFrom('NEW', 'USED', 'CANCELLED'),
        delivery: fc.constantFrom('queued', 'delayed', 'refused', 'opened'),
        sent: daysAgo,
      })
      .map(({ values, status, delivery, sent }) => [values, status, delivery, sent]),
    { minLength: keyIds.length, maxLength: keyIds.length },
  ),
  change: async ([values, status, delivery, sent], i) => {
    await changeKey(i, values as UsesAndEnds);
    await owner.query(
      `update secure_key_invite set status = $3::text, delivery = $4, cancelled_at = case when $3::text = 'CANCELLED' then now() end,
         sent_at = now() - make_interval(days => $5::integer) - interval '5 minutes' where tenant_id = $1 and id = $2`,
      [tenant, inviteIds[i] ?? null, status, delivery, sent],
    );
  },
};

const watch = (more: Pick<WatchInput, 'resource' | 'filter' | 'rule' | 'name'>): WatchInput => ({
  base: 'Overview',
  search: '',
  delivery: 'inbox',
  quiet: null,
  ...more,
});

test.each([
  ['devices', listOfDevices],
  ['profiles', listOfProfiles],
  ['keys', listOfKeys],
  ['invitations', listOfInvitations],
] as const)(
  'a watch of %s gives notice of the rows that its list shows, for random filters',
  { timeout: 120_000 },
  async (_name, list) => {
    const { resource } = list;
    const judge = () => watchesOfList.run({ tenantId: tenant, resource }, context);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        list.filters,
        list.changes,
        list.changes,
        fc.nat(4),
        fc.constantFrom(admin, manager),
        async (filter, first, second, above, caller) => {
          for (const table of ['watch', 'inbox_entry']) await owner.query(`delete from ${table}`);
          const create = (called: string, rule: WatchInput['rule']) =>
            caller.call(watches.create, { body: watch({ name: called, resource, filter, rule }) });
          for (const [i, values] of first.entries()) await list.change(values, i);
          await create('rows', { when: 'appears' });
          await create('count', { when: 'count', above });
          const before = await list.ids(caller, filter);
          await judge();
          for (const [i, values] of second.entries()) await list.change(values, i);
          const after = await list.ids(caller, filter);
          await Promise.all([judge(), judge()]);
          const said = (await caller.call(inbox.list, {})).data.map(({ kind, details }) => [kind, details['count']]);
          const fresh = after.filter((id) => !before.includes(id)).length;
          const isAlarm = before.length <= above && after.length > above;
          expect(said.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
            ...(isAlarm ? [['watchCount', after.length]] : []),
            ...(fresh > 0 ? [['watchRows', fresh]] : []),
          ]);
          const { rows } = (
            await caller.call(watches.preview, {
              body: { resource, base: 'Overview', search: '', filter, rule: { when: 'appears' } },
            })
          ).data;
          expect(rows).toBe(after.length);
          seen.add(`fresh ${fresh > 0}`).add(`alarm ${isAlarm}`);
        },
      ),
      { numRuns: 200, unbiased: true },
    );
    expect(seen).toContain('fresh true');
    expect(seen).toContain('alarm false');
  },
);

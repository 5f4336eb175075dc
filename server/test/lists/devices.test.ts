import type { Filter } from '@keyward/contract/filter';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { tenantNet } from '#db/tenant-plugin.ts';
import { rows } from '#db/tenant.ts';
import { deviceList } from '#modules/devices/list.ts';
import { nightly } from '#testing/nightly.ts';
import { openPortal } from '#testing/portal.ts';
import { tenants } from '#testing/people.ts';
import { anyFits, run, few, instantFits, like, queryOf, searchFits, textFits, readAll, checkCases } from './model.ts';
import { actorOf } from '#testing/actor.ts';

const portal = await openPortal();
const tenant = tenants.harbor;

type Device = {
  id: string;
  name: string;
  serial_number: string;
  type: string;
  device_class: string;
  location_id: string | null;
  location: string | null;
  created_at: string;
  state_updated_at: string | null;
  /** In microseconds. */
  reportedRank: number;
  security_status: string | null;
  /** Group values; '*' for all. */
  groups: string[];
  note: string | null;
  /** Positions in the database's collation order. */
  nameRank: number;
  typeRank: number;
  locationRank: number;
};
let devices: Device[] = [];
let tags = { location: '', department: '', notes: '' };
let locations: string[] = [];
const departments = ['Toys', 'Shoes', 'Phones'];

/** Names where wildcards, escapes, width, case, kana and numbers matter, with many duplicates. */
const words = ['a', 'A', 'b10', 'b9', '%', '_', '\\', ',', '*', 'ｶﾞ', 'ガ', 'Ａ', '％', 'é', 'e\u0301', 'ß', ' ', '🔑'];
const times = [
  '2026-03-01T00:00:00.000',
  '2026-03-01T00:00:00.001',
  '2026-03-01T00:00:00.001499',
  '2026-06-15T12:00:00.999999',
];
const at = (i: number) => `${times[i % times.length]}Z`;

beforeAll(async () => {
  const random = fc.sample(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }), {
    numRuns: 140,
    seed: 7,
  });
  await portal.database.system.query('delete from device_tag where tenant_id = $1', [tenant]);
  await portal.database.system.query('delete from device where tenant_id = $1', [tenant]);
  await portal.inTenant('harbor', async (db) => {
    const all = await rows<{ id: string; tag: string; definition: string }>(
      db,
      `select v.id, v.name as tag, d.id as definition from tag_definition d left join tag_value v
       on v.tenant_id = $1 and v.tag_definition_id = d.id where d.tenant_id = $1 order by d.position, v.position`,
      [tenant],
    );
    const definitions = [...new Set(all.map((v) => v.definition))];
    tags = { location: definitions[0] ?? '', department: definitions[1] ?? '', notes: definitions[2] ?? '' };
    const valuesOf = (definition: string) => all.filter((v) => v.definition === definition && v.id).map((v) => v.id);
    locations = valuesOf(tags.location);
    const types = await rows<{ id: string }>(db, 'select id from device_type where tenant_id = $1 order by name', [
      tenant,
    ]);
    for (const [i, name] of random.entries()) {
      const locationId = [locations[0], locations[1], null][i % 3] ?? null;
      const [device] = await rows<{ id: string }>(
        db,
        `insert into device (tenant_id, device_type_id, name, serial_number, location_definition_id, location_value_id,
           created_at, state_updated_at, security_status) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
        [
          tenant,
          types[i % types.length]?.id,
          name.join('').trim() || 'x',
          `ABC${i.toString(16).padStart(13, '0').toUpperCase()}`,
          locationId && tags.location,
          locationId,
          at(i),
          i % 4 === 0 ? null : at(i * 3),
          [null, 'secured', 'unsecured'][(i >> 1) % 3],
        ],
      );
      const tagRow = (definition: string, value: string | null, text: string | null, every: boolean) =>
        rows(
          db,
          `insert into device_tag (tenant_id, device_id, tag_definition_id, value_id, text, every_value)
           values ($1, $2, $3, $4, $5, $6)`,
          [tenant, device?.id, definition, value, text, every],
        );
      const values = valuesOf(tags.department);
      if (i % 5 === 1) await tagRow(tags.department, null, null, true);
      if (i % 5 === 2) await tagRow(tags.department, values[i % 3] ?? null, null, false);
      if (i % 5 === 3) for (const value of values.slice(1)) await tagRow(tags.department, value, null, false);
      if (i % 3 === 0) await tagRow(tags.notes, null, words[i % words.length]?.trim() || 'n', false);
    }
    await rows(
      db,
      `insert into list_tally (tenant_id, resource, location_id, n) values ($1, 'device', $2, 47), ($1, 'device', $3, 47), ($1, 'device', $4, 46)
       on conflict (tenant_id, resource, location_id) do update set n = excluded.n`,
      [tenant, locations[0], locations[1], '00000000-0000-0000-0000-000000000000'],
    );
    devices = await rows<Device>(
      db,
      `select d.id, d.name, d.serial_number, t.name as type, t.device_class, d.location_value_id as location_id,
         l.name as location, d.created_at, d.state_updated_at, d.security_status,
         coalesce((extract(epoch from d.state_updated_at) * 1000000)::bigint, 0) as "reportedRank",
         (select g.text from device_tag g where g.device_id = d.id and g.text is not null) as note,
         array(select case when g.every_value then '*' else v.name end from device_tag g
           left join tag_value v on v.id = g.value_id where g.device_id = d.id and g.text is null order by v.position) as groups,
         rank() over (order by d.name_fold collate natural_order) as "nameRank",
         rank() over (order by t.name_fold collate natural_order) as "typeRank",
         rank() over (order by coalesce(l.name_fold, '') collate natural_order) as "locationRank"
       from device d join device_type t on t.id = d.device_type_id left join tag_value l on l.id = d.location_value_id
       where d.tenant_id = $1`,
      [tenant],
    );
  });
});

/** Whether the row matches one filter of this column. */
function fits(device: Device, column: string, filter: Filter): boolean {
  switch (column) {
    case 'name':
      return textFits(device.name, filter);
    case 'serial_number':
      return textFits(device.serial_number, filter);
    case 'device_type_name':
      return textFits(device.type, filter);
    case 'device_class':
      return textFits(device.device_class, filter);
    case 'security_status':
      return textFits(device.security_status, filter);
    case 'locationTagValue':
    case `tags.${tags.location}`:
      return textFits(device.location, filter);
    case 'created_at':
      return instantFits(device.created_at, filter);
    case 'state_updated_at':
      return instantFits(device.state_updated_at, filter);
    case `tags.${tags.notes}`:
      return textFits(device.note, filter);
    default: {
      const held = device.groups.includes('*') ? departments : device.groups;
      return anyFits(held, filter);
    }
  }
}

const order: Record<string, (device: Device) => (string | number)[]> = {
  name: (d) => [d.nameRank],
  serial_number: (d) => [d.serial_number],
  device_type_name: (d) => [d.typeRank, d.nameRank],
  device_class: (d) => [d.device_class, d.nameRank],
  locationTagValue: (d) => [d.locationRank, d.nameRank],
  security_status: (d) => [d.security_status ?? '', d.nameRank],
  state_updated_at: (d) => [d.reportedRank],
};

const compare = (a: (string | number)[], b: (string | number)[]) =>
  a.reduce<number>((before, x, i) => before || (x < (b[i] ?? x) ? -1 : x > (b[i] ?? x) ? 1 : 0), 0);

const text = fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((parts) => parts.join(''));
const textFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ op: fc.constant('in' as const), values: fc.array(text, { minLength: 1, maxLength: 3 }) }),
  like(words),
  fc.record({ op: fc.constant('exists' as const), value: fc.boolean() }),
);
const oneOf = (...values: string[]): fc.Arbitrary<Filter> =>
  fc.oneof(
    fc.record({ op: fc.constant('in' as const), values: fc.subarray(values, { minLength: 1 }) }),
    fc.record({ op: fc.constant('exists' as const), value: fc.boolean() }),
  );
const instant = fc.constantFrom(...times.map((t) => `${t.slice(0, 23)}Z`), '2026-03-01T01:00:00+01:00');
const instantFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ op: fc.constantFrom('gt' as const, 'lt' as const, 'gte' as const, 'lte' as const), value: instant }),
  fc.record({ op: fc.constant('range' as const), from: instant, to: instant }),
);
/** Tag keys stand for the database's ids. */
const filters = few({
  name: textFilter,
  serial_number: fc.constantFrom<Filter>(
    { op: 'like', pattern: ['*', { text: 'b' }, '*'] },
    { op: 'in', values: ['abc0000000000001', 'ABC0000000000002'] },
  ),
  device_type_name: oneOf('RAC lock', 'onekey', 'Smart Pod'),
  device_class: oneOf('KEY', 'lock', 'POD'),
  security_status: oneOf('secured', 'UNSECURED'),
  locationTagValue: fc.oneof(oneOf('North', 'south'), textFilter),
  created_at: instantFilter,
  state_updated_at: fc.oneof(instantFilter, fc.record({ op: fc.constant('exists' as const), value: fc.boolean() })),
  location: oneOf('north', 'South'),
  department: fc.oneof(
    oneOf('toys', 'Shoes', 'ＰＨＯＮＥＳ'),
    fc.constant<Filter>({ op: 'like', pattern: ['*', { text: 'O' }, '*'] }),
  ),
  notes: textFilter,
});
const sorts = fc.uniqueArray(fc.tuple(fc.constantFrom(...Object.keys(order)), fc.constantFrom('asc', 'desc')), {
  maxLength: 3,
  selector: ([column]) => column,
});
const queries = fc.record({
  filters,
  sort: sorts,
  search: fc.option(text, { nil: '' }),
  scope: fc.constantFrom<number[] | 'all'>('all', 'all', [0], [0, 1], []),
  size: fc.integer({ min: 1, max: 200 }).map((n) => (n % 7 === 0 ? Math.ceil(n / 20) : 200)),
});

test('every filter, order, search and scope matches the plain model', { timeout: 60_000 }, async () => {
  await portal.inTenant('harbor', async (db) => {
    await checkCases(
      { ms: nightly ? 20_000 : 2_000, numRuns: 5000 },
      queries,
      async ({ filters: drawn, sort, search, scope, size }) => {
        const named = Object.entries(drawn).map(([key, filter]): [string, Filter] => [
          key in tags ? `tags.${tags[key as keyof typeof tags]}` : key,
          filter,
        ]);
        const actor = actorOf(tenant, scope === 'all' ? 'all' : scope.map((i) => locations[i] ?? ''));
        const query = {
          ...queryOf(Object.fromEntries(named)),
          ...(sort.length ? { sort: sort.map((pair) => pair.join(':')).join(',') } : {}),
          ...(search ? { search } : {}),
        };
        const expected = devices.filter(
          (device) =>
            (actor.allData || actor.locations.includes(device.location_id ?? '')) &&
            searchFits([device.name, device.serial_number], search) &&
            named.every(([column, filter]) => fits(device, column, filter)),
        );
        const keys = sort.length ? sort : [['name', 'asc'] as const];
        const down = keys.at(-1)?.[1] === 'desc';
        const sorted = expected.toSorted((a, b) => {
          for (const [column, direction] of keys) {
            const by = compare(order[column]?.(a) ?? [], order[column]?.(b) ?? []);
            if (by) return direction === 'desc' ? -by : by;
          }
          return (a.id < b.id ? -1 : 1) * (down ? -1 : 1);
        });
        const found = await readAll({ db, actor, list: deviceList, query }, size);
        expect(found.ids).toEqual(sorted.map((device) => device.id));
        expect(new Set(found.totals)).toEqual(new Set([expected.length]));
      },
    );
  });
});

test('pages by number equal pages by cursor', async () => {
  const actor = actorOf(tenant, 'all');
  await portal.inTenant('harbor', async (db) => {
    for (const sort of [
      'security_status:asc',
      'device_class:desc,name:asc',
      'state_updated_at:desc',
      'created_at:asc',
    ]) {
      const { ids } = await readAll({ db, actor, list: deviceList, query: { sort } }, 9);
      expect(new Set(ids).size).toBe(devices.length);
      const numbered: string[] = [];
      for (let page = 1; page <= Math.ceil(devices.length / 9); page++) {
        const reply = await run({ db, actor, list: deviceList, query: { sort, page, results_per_page: 9 } });
        numbered.push(...reply.data.map((row) => row.id));
      }
      expect(numbered).toEqual(ids);
    }
  });
});

test('each order, in both directions and across pages, matches the plain one', async () => {
  const actor = actorOf(tenant, 'all');
  await portal.inTenant('harbor', async (db) => {
    for (const column of Object.keys(order)) {
      for (const down of [false, true]) {
        const sorted = devices.toSorted((a, b) => {
          const by = compare(order[column]?.(a) ?? [], order[column]?.(b) ?? []) || (a.id < b.id ? -1 : 1);
          return down ? -by : by;
        });
        const expected = sorted.map(({ id }) => id);
        for (const size of [7, 200]) {
          const query = { sort: `${column}:${down ? 'desc' : 'asc'}` };
          const { ids } = await readAll({ db, actor, list: deviceList, query }, size);
          expect(ids, `${query.sort} by ${size}`).toEqual(expected);
          const third = await run({
            db,
            actor,
            list: deviceList,
            query: { ...query, page: 3, results_per_page: 20 },
          });
          expect(third.data.map(({ id }) => id)).toEqual(expected.slice(40, 60));
        }
      }
    }
  });
});

test('the list is the same with either net of tenancy alone', async () => {
  const actor = actorOf(tenant, 'all');
  const query = { [`tags.${tags.department}`]: 'Toys', sort: 'device_type_name:asc', search: 'a' };
  await portal.inTenant('harbor', async (db) => {
    const both = await readAll({ db, actor, list: deviceList, query }, 50);
    tenantNet.predicate = false;
    try {
      expect(await readAll({ db, actor, list: deviceList, query }, 50)).toEqual(both);
    } finally {
      tenantNet.predicate = true;
    }
    expect(both.ids.length).toBeGreaterThan(3);
  });
});

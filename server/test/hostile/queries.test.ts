import { devices } from '@keyward/contract/devices';
import { endpoints } from '@keyward/contract/endpoints';
import { groups } from '@keyward/contract/groups';
import { afterAll, expect, test } from 'vitest';
import { nightly } from '#testing/nightly.ts';
import { openPortal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';
import { addressOf } from './generate.ts';
import { sendAll, type Sent } from './oracle.ts';
import { maxRequests, randomChoice, seed, texts } from './values.ts';

const portal = await openPortal();
const { admin } = portal.as;
const roll = randomChoice(seed);
const { data: definitions } = await admin.call(groups.definitions, {});

const columns = [
  'name',
  'serial_number',
  'device_type_name',
  'device_class',
  'locationTagValue',
  'created_at',
  'state_updated_at',
  'security_status',
  'event',
  'event_time',
  'received_at',
  'result',
  'agent_domain',
  'agent_id',
  'entity_domain',
  'entity_id',
  'description.agentName',
  'description.agentEmail',
  'description.entityName',
  ...definitions.map((d) => `tags.${d.id}`),
];
/** Existing but unlisted columns, and guesses from reading the code. */
const hiddenColumns = [
  'tenant_id',
  'state',
  'info',
  'search',
  'body',
  'location_value_id',
  'password_hash',
  'pin',
  'version',
  'd.name',
  'name_fold',
  'name--',
  'name;',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'length',
  'tags.',
  'tags.x',
  'tags.00000000-0000-0000-0000-000000000000',
  '$where',
  'q.q',
  '"name"',
  'description',
  '',
];
const operators = [
  '',
  'like:',
  'gt:',
  'lt:',
  'gte:',
  'lte:',
  'range:',
  'NOT_EXISTS',
  'EXISTS',
  'NOT:',
  'not:',
  'not:like:',
  'not:range:',
  'not:not:',
  'in:',
  'like:*',
];
const bounds = ['0', '-1', '1e3', '1.5', '01', '999999999', '1000000000', '9'.repeat(30), 'NaN', ' 1', '0x1', '１', ''];
const zones = ['UTC', 'Mars/Olympus', '+09:00', "'; --", '\u0000', 'a'.repeat(5000)];
const values = texts.filter((t) => t.isWellFormed() && t.length < 5000);
const instants = [
  '2026-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  'now-8h',
  'now-1d/d+',
  'now-999999y',
  'now+999999Q/y+',
  '2026-01-01',
  '9999-12-31T23:59:59.999Z',
  'infinity',
];
const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

const lists = Object.values(endpoints).filter((spec) => spec.list);
const first = await admin.call(devices.list, { query: { results_per_page: '2' } });
const cursor = first.next ?? '';
const [print] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];

function query(): [string, string][] {
  const value = () => roll.pick([roll.pick(values), `${roll.pick(values)},${roll.pick(values)}`, roll.pick(instants)]);
  const filter = (): [string, string] => [
    roll.pick(roll.next() < 0.7 ? columns : hiddenColumns),
    roll.pick(operators) + value() + (roll.next() < 0.1 ? `,${value()}` : ''),
  ];
  const kinds: (() => [string, string])[] = [
    filter,
    filter,
    filter,
    () => ['q', `${roll.pick([...columns, ...hiddenColumns])}:${value()}`],
    () => [roll.pick(['page', 'results_per_page']), roll.pick(bounds)],
    () => [
      'sort',
      roll
        .some([...columns, ...hiddenColumns], 2)
        .map((c) => `${c}:${roll.pick(['asc', 'desc', 'DESC', 'up', '', 'asc;'])}`)
        .join(','),
    ],
    () => ['search', value()],
    () => ['timezone', roll.pick(zones)],
    () => ['custom_view', roll.pick(['Overview', 'Locks', 'overview', ...values])],
    () => [
      'cursor',
      roll.pick([
        cursor,
        cursor.slice(1),
        `${cursor}=`,
        cursorOf(),
        cursorOf(print),
        cursorOf(print, 'x'),
        cursorOf(print, '\u0000', first.data[0]?.id),
        cursorOf(print, value(), first.data[0]?.id),
        cursorOf(print, ['a'], {}),
        'a'.repeat(5000),
        value(),
      ]),
    ],
  ];
  const count = 1 + Math.floor(roll.next() * 3);
  return Array.from({ length: count }, () => roll.pick(kinds)());
}
let sent = 0;

test.each(lists.map((spec) => [spec.path, spec] as const))(
  '%s accepts only its own query',
  { timeout: 90_000 },
  async (_path, spec) => {
    const before = await stateOf(portal.database);
    const requests = Array.from({ length: maxRequests }, (): Sent => {
      const pairs = query();
      const text = pairs.map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(v)}`).join('&');
      return { method: 'GET', url: `${spec.path}?${text}` };
    });
    const tally = await sendAll(portal, admin, requests);
    sent += tally.sent;
    expect(await stateOf(portal.database)).toEqual(before);
    // enough generated queries are valid to reach the database
    expect(tally.byStatus[200] ?? 0).toBeGreaterThan(maxRequests / 50);
    expect(tally.byStatus[400] ?? 0).toBeGreaterThan(maxRequests / 3);
  },
);

test('an unlisted column gets exactly the response of an unknown one', async () => {
  for (const { path } of lists)
    for (const name of ['password_hash', 'pin', 'tenant_id', 'body', 'location_value_id', 'state'])
      for (const [key, value] of [
        [name, '1'],
        [name, 'like:1*'],
        ['sort', `${name}:asc`],
        ['q', `${name}:1`],
      ] as const) {
        const hidden = await admin.raw('GET', `${path}?${key}=${value}`);
        const none = await admin.raw('GET', `${path}?${key}=${value}`.replaceAll(name, 'no_such'));
        expect(hidden.status).toBe(400);
        expect(hidden.text.replaceAll(name, 'no_such')).toBe(none.text);
      }
});

test('other calls accept only their own query', { timeout: 90_000 }, async () => {
  const rest = Object.values(endpoints).filter((spec) => spec.query && !spec.list && !spec.stream);
  const requests = rest.flatMap((spec) =>
    Array.from({ length: nightly ? 120 : 20 }, (): Sent => {
      const key = roll.pick(['resource', 'type', 'object_type', 'is_location', 'username', ...hiddenColumns]);
      const url = `${addressOf(spec, {})}?${encodeURIComponent(key)}=${encodeURIComponent(roll.pick(values))}`;
      return { method: spec.method, url: roll.next() < 0.2 ? `${url}&${url.split('?')[1]}` : url };
    }),
  );
  sent += (await sendAll(portal, admin, requests)).sent;
});

test('malformed queries get proper responses', { timeout: 90_000 }, async () => {
  const ends = [
    '?',
    '??',
    '?&',
    '?=',
    '?a',
    '?%',
    '?%zz',
    '?%00',
    '?%ed%a0%80',
    '?page=1&page=2',
    '?page[]=1',
    '?page[a]=1',
    '?__proto__=1',
    '?__proto__[a]=1',
    '#x',
    ';a=b',
    '?a=%u0041',
    `?${'a&'.repeat(4000)}`,
    `?search=${'%F0%9F%94%92'.repeat(101)}`,
  ];
  const lasting = Object.values(endpoints).filter((spec) => spec.path !== '/api/v1/logout' && !spec.stream);
  const requests = lasting.flatMap((spec) =>
    (spec.list ? ends : roll.some(ends, 6)).map((end): Sent => ({
      method: spec.method,
      url: addressOf(spec, { id: 'x', name: 'x', tokenId: 'x' }) + end,
    })),
  );
  sent += (await sendAll(portal, admin, requests)).sent;
  expect((await admin.raw('GET', '/api/v1/devices?__proto__=1')).status).toBe(400);
});

afterAll(() => console.log(`hostile queries: ${sent}, seed ${seed}`));

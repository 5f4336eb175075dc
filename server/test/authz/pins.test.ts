// All answers of all calls that read or write: no body contains a PIN without its event.
import { endpoints } from '@keyward/contract/endpoints';
import { expect, test } from 'vitest';
import { issuePins, openPin } from '#core/pins/issue.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { openWalk } from './walk.ts';

const portal = await openPortal();
const owner = portal.database.system;
const { rows: people } = await owner.query<{ id: string }>('select id from profile where tenant_id = $1', [
  tenants.demo,
]);
// ten digits, since no other number of an answer has as many: lengths, counts, years
let drawn = 0;
const draw = () => `90817${String(26_354 + 7 * drawn++).padStart(5, '0')}`;
await portal.inTenant('demo', (db) =>
  issuePins(
    db,
    portal.vault,
    people.map(({ id }) => id),
    { by: null, draw },
  ),
);

/** The PINs that profiles have, or have had. */
const digits = new Set<string>();
async function collect() {
  await portal.inTenant('demo', async (db) => {
    const stored = await db.selectFrom('pin').select(['profile_id', 'sealed']).execute();
    for (const pin of stored) digits.add(openPin(db, portal.vault, pin));
  });
}
await collect();

type Said = { call: string; text: string };
const said: Said[] = [];
for (const caller of Object.values(portal.as)) {
  const raw = caller.raw.bind(caller);
  caller.raw = async (method, url, ...rest) => {
    const answer = await raw(method, url, ...rest);
    said.push({ call: `${method} ${url}`, text: answer.text });
    return answer;
  };
}
const withPin = () =>
  said.flatMap(({ call, text }) =>
    [...digits].some((pin) => new RegExp(`(?<![0-9a-f])${pin}(?![0-9a-f])`).test(text)) ? [call] : [],
  );
const pinEvents = async () =>
  Number(
    (
      await owner.query<{ n: number }>(
        `select count(*)::int as n from event where tenant_id = $1 and event like '%PIN%'`,
        [tenants.demo],
      )
    ).rows[0]?.n,
  );

const idsOf = async (table: 'profile' | 'device' | 'event' | 'role' | 'tag_definition') =>
  (await owner.query<{ id: string }>(`select id from ${table} where tenant_id = $1 limit 20`, [tenants.demo])).rows.map(
    ({ id }) => id,
  );

test('reading shows no PIN', async () => {
  const ids = [
    ...(await idsOf('profile')),
    ...(await idsOf('device')),
    ...(await idsOf('event')),
    ...(await idsOf('role')),
    ...(await idsOf('tag_definition')),
  ];
  const before = await pinEvents();
  for (const spec of Object.values(endpoints)) {
    if (spec.method !== 'GET' || spec.stream || spec.writes) continue;
    const targets = spec.path.includes(':id') ? ids : [''];
    const lists = spec.list ? ['?results_per_page=5000', '?with=tags'] : ['?resource=user', '?type=1'];
    const queries = ['', ...(spec.query ? lists : [])];
    for (const id of targets) {
      const [device = ''] = await idsOf('device');
      const parts: Record<string, string> = { id, deviceId: device, permission: 'ROLES', resource: 'user' };
      const path = spec.path.replace(/:(\w+)/g, (_, name: string) => parts[name] ?? 'name');
      for (const query of queries) await portal.as.admin.raw('GET', path + query);
    }
  }
  expect(said.filter(({ text }) => text.startsWith('{"data"')).length).toBeGreaterThan(50);
  expect(withPin()).toEqual([]);
  expect(await pinEvents()).toBe(before);
});

test('a filter or an order by PIN is one by an unknown column; a search by PIN finds nothing', async () => {
  const [pin = ''] = digits;
  for (const query of [
    `pin=${pin}`,
    `pin=like:${pin.slice(0, 2)}*`,
    'sort=pin:asc',
    `q=pin:${pin}`,
    'sort=pin_set_at:asc',
  ]) {
    const known = await portal.as.admin.raw('GET', `/api/v1/users?${query}`);
    const unknown = await portal.as.admin.raw('GET', `/api/v1/users?${query.replace('pin', 'nip')}`);
    expect([known.status, known.text]).toEqual([400, unknown.text.replaceAll('nip', 'pin')]);
  }
  const { text } = await portal.as.admin.raw('GET', `/api/v1/users?search=${pin}`);
  expect(text).toContain('"total_results":0');
});

test('a call that writes shows a PIN only where it records an event', async () => {
  const { walk } = await openWalk(portal);
  for (const [name, , call] of walk) {
    said.length = 0;
    const before = await pinEvents();
    await collect();
    await call();
    await collect();
    const shown = withPin();
    expect([name, shown.length]).toEqual([name, (await pinEvents()) - before]);
    expect(shown.length).toBe(endpoints[name]?.writes ? 1 : 0);
  }
});

// A missing tenant predicate does not show in responses while row-level security or a join covers for it, so the
// server's SQL is checked as well: each tenant table in a statement must be compared with its tenant.
import { expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { tenantTables } from '#testing/state.ts';
import { openCells } from './cells.ts';
import { principals } from './principals.ts';

const statements = new Set<string>();
const portal = await openPortal({ onQuery: (text) => statements.add(text) });
const tables = (await tenantTables(portal.database)).filter((table) => table !== 'tenant_host');

const words =
  'where set on left join inner cross order group limit for using returning union values from and select'.split(' ');

/** Tables of a statement that are not compared with the tenant; a repeated alias is compared for each use. */
function uncompared(sql: string): string[] {
  const text = sql.replaceAll('"', '').replace(/\s+/g, ' ');
  const named = new RegExp(`\\b(?:from|join|update|using) (${tables.join('|')})\\b(?: as)?(?: ([a-z_]\\w*))?`, 'gi');
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [, table = '', word = ''] of text.matchAll(named)) count(word && !words.includes(word) ? word : table);
  const times = (pattern: string) => text.match(new RegExp(pattern, 'g'))?.length ?? 0;
  let bare = times('(?<![\\w.])tenant_id = \\$\\d');
  return [...counts].flatMap(([name, n]) => {
    const own = times(`\\b${name}\\.tenant_id = \\$\\d`);
    const borrowed = tables.includes(name) ? Math.min(bare, Math.max(0, n - own)) : 0;
    bare -= borrowed;
    return own + borrowed < n ? [name] : [];
  });
}

test('a missing comparison is detected', () => {
  const whole =
    'select d.id from device d join device_type t on t.tenant_id = $1 and t.id = d.x where d.tenant_id = $1';
  expect(uncompared(whole)).toEqual([]);
  expect(uncompared(whole.replace('t.tenant_id = $1 and ', ''))).toEqual(['t']);
  expect(uncompared(whole.replace('where d.tenant_id = $1', ''))).toEqual(['d']);
  expect(uncompared('delete from device where id = $2')).toEqual(['device']);
  expect(uncompared('delete from device where tenant_id = $1 and id = $2')).toEqual([]);
  expect(uncompared(`${whole} and exists (select from device d where d.id = $2)`)).toEqual(['d']);
});

test('every statement compares the tenant of every table it names', async () => {
  const { run } = await openCells(portal);
  for (const who of ['admin', 'manager', 'controller', 'anonymous']) {
    const principal = principals[who];
    if (principal) await run(who, principal);
  }
  const wrong = [...statements].flatMap((sql) => {
    const missing = uncompared(sql);
    return missing.length ? [`${missing.join(', ')}: ${sql.replace(/\s+/g, ' ').slice(0, 400)}`] : [];
  });
  expect(wrong).toEqual([]);
  expect(statements.size).toBeGreaterThan(100);
}, 60_000);

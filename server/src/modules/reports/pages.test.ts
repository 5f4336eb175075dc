// The scheduled reports of all profiles, page by page.
import { groups } from '@keyward/contract/groups';
import { reports } from '@keyward/contract/reports';
import { expect, test } from 'vitest';
import { north, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
await owner.query(`update profile set is_keyward_admin = true where username = 'admin'`);
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location);
const at8 = { every: 'day', time: '08:00', zone: 'UTC' } as const;

test('the reports of all owners come in pages of 50 by name, with the names of values', async () => {
  const value = location?.values.find(({ name }) => name === north)?.id;
  const content = {
    filter: { [`tags.${location?.id}`]: value },
    search: '',
    sort: [],
    columns: [{ accessorKey: 'name' }],
  };
  await owner.query(
    `insert into report (tenant_id, owner_id, name, resource, base, content, schedule, next_at, updated_by)
     select p.tenant_id, p.id, 'Report ' || lpad(n::text, 3, '0'), case n % 2 when 0 then 'device' end, 'Overview', $2, $3, now(), p.name
     from profile p, generate_series(1, 60) n where p.tenant_id = $1 and p.username = 'clerk'`,
    [tenants.demo, JSON.stringify(content), JSON.stringify(at8)],
  );
  const first = await admin.call(reports.all);
  const second = await admin.call(reports.all, { query: { cursor: first.next } });
  expect([first.data.length, second.data.length, second.next]).toEqual([50, 10, undefined]);
  const all = [...first.data, ...second.data];
  expect(all.map(({ name }) => name)).toEqual(
    Array.from({ length: 60 }, (_, i) => `Report ${String(i + 1).padStart(3, '0')}`),
  );
  expect(all.every(({ reported }) => reported.filter[`tags.${location?.id}`] === north)).toBe(true);
  expect(await admin.refused(reports.all, { query: { cursor: 'x' } })).toMatchObject({ code: 'invalidCursor' });
});

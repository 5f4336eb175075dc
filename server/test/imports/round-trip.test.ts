import { randomUUID } from 'node:crypto';
import { groups } from '@keyward/contract/groups';
import { imports } from '@keyward/contract/imports';
import { locales } from '@keyward/contract/locales';
import type { ViewColumn } from '@keyward/contract/list';
import { type ProfileRow, profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { settings } from '@keyward/contract/settings';
import { describe, expect, test } from 'vitest';
import { reportFile } from '#modules/reports/portal-file.ts';
import { profileColumns } from '#modules/profiles/columns.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
await owner.query(`update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`, [
  tenants.demo,
]);
await admin.call(groups.create, { body: { label: 'Badge', type: 0, objects: [{ type: 'users' }] } });
await admin.call(groups.create, {
  body: { label: 'Shift', type: 1, values: ['Early', 'Late'], objects: [{ type: 'users' }] },
});
const { data: definitions } = await admin.call(groups.definitions, {});
const idOf = (label: string) => definitions.find((one) => one.label === label)?.id ?? '';
const tag = (label: string, ...values: string[]) => ({ tagId: idOf(label), values });
const night = (await admin.call(roles.create, { body: { name: 'Night, weekend', permissions: [] } })).data.id;
const roleIds = new Map((await admin.call(roles.list, {})).data.map((role) => [role.builtIn ?? role.name, role.id]));
const role = (name: string) => roleIds.get(name) ?? '';

const add = async (username: string, more: object) =>
  (await admin.call(profiles.create, { body: { name: username, username, ...more } })).data.id;
await add('plain', {});
await add('full', {
  name: '=1+1',
  email: 'full@demo.example',
  roles: [role('okmUser'), role('Store clerk'), night],
  valid_from: '2026-01-01T08:00:30.000Z',
  // 01:30 occurs twice in London
  valid_until: '2098-10-26T01:30:00.000Z',
  tags: [tag('Location', north), tag('Department', 'Toys', 'Shoes'), tag('Shift', 'Late'), tag('Badge', '0042')],
});
await add('every', { tags: [tag('Department', '*')] });
await add('both', { tags: [tag('Department', '*'), tag('Shift', '*'), tag('Location', south)] });
// like numbers that a spreadsheet has shortened
const shortened = (await admin.call(roles.create, { body: { name: '6E+8', permissions: [] } })).data.id;
await add('12E4', {});
await add('1.2E+11', { name: '3E+5', roles: [shortened], tags: [tag('Badge', '4E+7')] });
const ended = await add('ended', {});
// the end has parts of a second, which the file lacks
await admin.call(profiles.end, { body: { ids: [ended] } });
// as a support session leaves it: with a character in its ID that no other profile may have
await owner.query(
  `insert into profile (tenant_id, id, name, username, disabled) values ($1, $2, 'Staff', 'support/0123456789ab', true)`,
  [tenants.demo, randomUUID()],
);
await owner.query(
  `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
   select v.tenant_id, p.id, v.tag_definition_id, v.id from tag_value v join profile p on p.tenant_id = v.tenant_id
   where v.tenant_id = $1 and p.username = 'both' and v.name = $2`,
  [tenants.demo, north],
);
await owner.query(
  `insert into location_hours (tenant_id, value_id, time_zone) select tenant_id, id, 'America/New_York' from tag_value
   where tenant_id = $1 and name = $2`,
  [tenants.demo, north],
);

const columnOf = (label: string, type: 'tags' | 'text'): ViewColumn => ({
  header: label,
  accessorKey: `tags.${idOf(label)}`,
  type,
  sortable: false,
});
const withTags = [...profileColumns, columnOf('Department', 'tags'), columnOf('Badge', 'text')];

type Export = { locale?: (typeof locales)[number]; columns?: readonly ViewColumn[]; zone?: string };
/** The list's download, with every profile. */
async function exported({ locale = 'en', columns = profileColumns, zone = 'Europe/London' }: Export = {}) {
  const { data } = await admin.call(profiles.list, { query: { with: 'tags', results_per_page: '100' } });
  const file = await reportFile({ resource: 'user', columns, zone, locale, view: 'Overview', now: Date.now() });
  return { rows: data, file: `${file.head}${file.lines(data)}` };
}
const importing = async (file: string, query: object) =>
  (
    await admin.call(imports.plan, {
      file: new TextEncoder().encode(file),
      query: { update: 'true', ...query },
    })
  ).data;
const london = { timezone: 'Europe/London' };
const unchanged = (rows: readonly ProfileRow[]) => ({
  counts: { create: 0, update: 0, unchanged: rows.length, error: 0, cleared: 0 },
});
const changesOf = async (id: string) =>
  (await admin.call(imports.rows, { params: { id }, query: { only: 'update' } })).data.map(({ username, changes }) => ({
    username,
    changes,
  }));

describe('the download of the list, imported', () => {
  test.each(locales)('changes nothing in %s, and clears no column', async (locale) => {
    for (const columns of [profileColumns, withTags]) {
      const { rows, file } = await exported({ locale, columns });
      expect(rows.length).toBeGreaterThan(5);
      expect(await importing(file, london)).toMatchObject(unchanged(rows));
      expect(await importing(file, { ...london, clear: 'true' })).toMatchObject(unchanged(rows));
    }
  });

  test('names the columns that are not read', async () => {
    const { file } = await exported();
    const { columns } = await importing(file, london);
    expect(columns.filter(({ target }) => target === 'ignore').map(({ header }) => header)).toEqual([
      'Last activity',
      'Switched off',
      'Login type',
      'Enrollment date',
    ]);
  });

  test('has times in the zone that the caller names, else in the one of their settings', async () => {
    await admin.call(settings.create, { body: { name: 'Timezone', category: 'UI', value: 'Asia/Tokyo' } });
    const { rows, file } = await exported({ zone: 'Asia/Tokyo' });
    expect(await importing(file, {})).toMatchObject(unchanged(rows));
    expect(await importing(file, london)).toMatchObject({ counts: { error: 0, update: 2 } });
    expect(
      (await admin.refused(imports.plan, { file: new TextEncoder().encode(file), query: { timezone: 'X/Y' } })).status,
    ).toBe(400);
  });

  test('changes what was edited, and nothing else', async () => {
    const { file } = await exported();
    const edit = async (from: string, to: string) => {
      expect(file).toContain(from);
      const made = await importing(file.replace(from, to), london);
      expect(made.counts).toMatchObject({ create: 0, update: 1, error: 0 });
      return changesOf(made.id);
    };
    expect(await edit('full@demo.example', 'other@demo.example')).toMatchObject([
      { username: 'full', changes: [{ attribute: 'email', newValue: 'other@demo.example' }] },
    ]);
    expect(await edit('26/10/2098 01:30:00', '27/10/2098 01:30:00')).toMatchObject([
      { changes: [{ attribute: 'valid_until', newValue: '2098-10-27T01:30:00.000Z' }] },
    ]);
    expect(await edit('Toys; Shoes; Late', 'Toys; Early')).toMatchObject([
      {
        changes: [
          { attribute: 'tags.Department', oldValue: 'Toys, Shoes', newValue: 'Toys' },
          { attribute: 'tags.Shift', oldValue: 'Late', newValue: 'Early' },
        ],
      },
    ]);
    expect(await edit('Night, weekend; ', '')).toMatchObject([{ changes: [{ attribute: 'roles' }] }]);
  });

  test('may have numbers as shortened by a spreadsheet only if they are stored like that', async () => {
    const { file } = await exported({ columns: withTags });
    for (const [from, to] of [
      ['3E+5', '3E+6'],
      ['6E+8', '6E+9'],
      ['4E+7', '4E+8'],
      ['1.2E+11', '1.3E+11'],
    ] as const) {
      expect(file).toContain(from);
      const made = await importing(file.replace(from, to), london);
      const { data } = await admin.call(imports.rows, { params: { id: made.id }, query: { only: 'error' } });
      expect(data).toHaveLength(1);
      expect(data[0]?.errors.map(({ message }) => message)).toContain(`digitsLost:${to}`);
    }
  });

  test('adds no profile with an ID that only a stored profile may have', async () => {
    const { data } = await admin.call(profiles.list, { query: { username: 'support/0123456789ab' } });
    expect(data).toHaveLength(1);
    const file = 'profile id,name\nsupport/0123456789ab,Other\nsupport/ba9876543210,New\n';
    const made = await importing(file, london);
    expect(made.counts).toMatchObject({ create: 0, update: 1, error: 1 });
    const { data: refused } = await admin.call(imports.rows, { params: { id: made.id }, query: { only: 'error' } });
    expect(refused).toMatchObject([
      { username: 'support/ba9876543210', errors: [{ field: 'username', message: 'usernameCharsNotAllowed' }] },
    ]);
  });

  test('reads a group from its own column if the file has the groups column as well', async () => {
    const { file } = await exported({ columns: withTags });
    const edited = file.replace('Toys; Shoes; Late', 'Toys; Early').replace(/Toys; Shoes(?!;)/, 'Phones');
    const made = await importing(edited, london);
    expect(await changesOf(made.id)).toMatchObject([
      {
        username: 'full',
        changes: [
          { attribute: 'tags.Department', newValue: 'Phones' },
          { attribute: 'tags.Shift', newValue: 'Early' },
        ],
      },
    ]);
  });

  test('refuses ‘All’ without the name of its group if there are several groups', async () => {
    const { file } = await exported();
    const made = await importing(file.replace('Toys; Shoes; Late', 'All'), london);
    const { data } = await admin.call(imports.rows, { params: { id: made.id }, query: { only: 'error' } });
    expect(data).toMatchObject([{ username: 'full', errors: [{ field: 'groups', message: 'ambiguousTagValue:All' }] }]);
  });

  test('changes nothing in groups with more names than a cell can set', async () => {
    const values = Array.from({ length: 100 }, (_, i) => `${i} ${'long '.repeat(12)}`.trim());
    await admin.call(groups.create, { body: { label: 'Areas', type: 1, values, objects: [{ type: 'users' }] } });
    const areas = (await admin.call(groups.definitions, {})).data.find(({ label }) => label === 'Areas')?.id ?? '';
    const id = await add('many', { tags: [{ tagId: areas, values: values.slice(1) }, tag('Shift', '*')] });
    const { rows, file } = await exported();
    expect(await importing(file, london)).toMatchObject(unchanged(rows));
    await admin.call(profiles.remove, { params: { id } });
    await admin.call(groups.remove, { params: { id: areas } });
  });

  test('reports an issue for a time that a spreadsheet rewrote, since its day and month may be swapped', async () => {
    const { file } = await exported();
    const made = await importing(file.replace('01/01/2026 08:00:30', '1/1/2026 8:00'), london);
    const { data } = await admin.call(imports.rows, { params: { id: made.id }, query: { only: 'error' } });
    expect(data).toMatchObject([{ username: 'full', errors: [{ field: 'valid_from', message: 'dateFormat' }] }]);
  });
});

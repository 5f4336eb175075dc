// The former address, locations and groups of a profile that a file changed.
import { groups } from '@keyward/contract/groups';
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { work } = openOutbox(portal);
const { admin } = portal.as;
const owner = portal.database.system;
await owner.query(`update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`, [
  tenants.demo,
]);
const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'));

/** Plans and applies a file that updates profiles; returns the import's id. */
async function updated(...lines: string[]): Promise<{ id: string }> {
  const query = { name: 'staff.csv', update: 'true' } as const;
  const params = { id: (await admin.call(imports.plan, { file: csv(...lines), query })).data.id };
  await work();
  await admin.call(imports.apply, { params, body: { rows: 'all' } });
  await work();
  return params;
}
const outcomes = async (params: { id: string }) =>
  (await admin.call(imports.rows, { params })).data.map(({ outcome }) => outcome);

test('a new temporary password and address are announced by mail to the former address as well', async () => {
  const [former, email] = ['former@demo.example', 'new@demo.example'];
  await admin.call(profiles.create, { body: { name: 'P', username: 'p', email: former } });
  const file = csv('profile id,email address,temporary password', `p,${email},Another-one-1`);
  expect((await admin.call(imports.file, { file, query: { update: 'true' } })).data).toMatchObject({ updated: 1 });
  const { rows } = await owner.query('select kind, recipient from mail where recipient = any($1) order by recipient', [
    [former, email],
  ]);
  expect(rows).toEqual([former, email].map((recipient) => ({ kind: 'passwordChanged', recipient })));
});

test('reverting restores several locations', async () => {
  const { data: definitions } = await admin.call(groups.definitions, {});
  const location = definitions.find((one) => one.is_location)?.id ?? '';
  const person = (await admin.call(profiles.create, { body: { name: 'Q', username: 'q' } })).data.id;
  await owner.query(
    `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
     select tenant_id, $1, tag_definition_id, id from tag_value where tag_definition_id = $2 and name = any($3)`,
    [person, location, [north, south]],
  );
  const locations = async () =>
    (await admin.call(profiles.get, { params: { id: person } })).data.tags.find(({ tagId }) => tagId === location)
      ?.values;
  const params = await updated('profile id,location', `q,${south}`);
  expect(await locations()).toEqual([south]);
  await admin.call(imports.revert, { params });
  await work();
  expect([await outcomes(params), await locations()]).toEqual([['restored'], [north, south]]);
});

test('reverting removes the first value of a required group again', async () => {
  const { id } = (
    await admin.call(groups.create, {
      body: { label: 'Shift', type: 1, values: ['Early', 'Late'], objects: [{ type: 'users' }] },
    })
  ).data;
  await admin.call(profiles.create, { body: { name: 'R', username: 'r' } });
  const require = (required: boolean) =>
    admin.call(groups.update, { params: { id }, body: { objects: [{ type: 'users', required }] } });
  const values = async () => (await admin.call(profiles.list, { query: { username: 'r' } })).data[0]?.tagValues;
  await require(true);
  const params = await updated('profile id,shift', 'r,Late');
  expect(await values()).toEqual(['Late']);
  expect((await admin.call(imports.revertPlan, { params })).counts).toMatchObject({ restore: 1, fail: 0 });
  await admin.call(imports.revert, { params });
  await work();
  expect([await outcomes(params), await values()]).toEqual([['restored'], []]);
});

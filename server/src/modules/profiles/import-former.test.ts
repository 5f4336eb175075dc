// What a profile had before a file changed it: its address and its locations.
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

test('a new temporary password and address is mailed to the former address as well', async () => {
  const [former, email] = ['former@demo.example', 'new@demo.example'];
  await admin.call(profiles.create, { body: { name: 'P', username: 'p', email: former } });
  const file = csv('profile id,email address,temporary password', `p,${email},Another-one-1`);
  expect((await admin.call(imports.file, { file, query: { update: 'true' } })).data).toMatchObject({ updated: 1 });
  const { rows } = await owner.query('select kind, recipient from mail where recipient = any($1) order by recipient', [
    [former, email],
  ]);
  expect(rows).toEqual([former, email].map((recipient) => ({ kind: 'passwordChanged', recipient })));
});

test('reverting gives back several locations', async () => {
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
  const query = { name: 'staff.csv', update: 'true' } as const;
  const { data } = await admin.call(imports.plan, { file: csv('profile id,location', `q,${south}`), query });
  const params = { id: data.id };
  await work();
  await admin.call(imports.apply, { params, body: { rows: 'all' } });
  await work();
  expect(await locations()).toEqual([south]);
  await admin.call(imports.revert, { params });
  await work();
  const { data: rows } = await admin.call(imports.rows, { params });
  expect([rows.map(({ outcome }) => outcome), await locations()]).toEqual([['restored'], [north, south]]);
});

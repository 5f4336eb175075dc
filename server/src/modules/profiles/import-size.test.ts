import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
await portal.database.system.query(
  `update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`,
  [tenants.demo],
);

test('a file has at most five mebibytes', async () => {
  const start = Buffer.from('name,profile id,ignored\r\nBig,big.file,');
  const sized = (size: number) => Buffer.concat([start, Buffer.alloc(size - start.length, 'a')]);
  const most = 5 * 1024 * 1024;
  for (const { path } of [imports.file, imports.plan]) {
    const answer = await admin.raw('POST', path, sized(most + 1), { 'content-type': 'text/csv' });
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('tooLarge')]);
  }
  const query = { columns: 'name,username,ignore' };
  expect(await admin.call(imports.file, { file: sized(most), query })).toMatchObject({ data: { created: 1 } });
  const { data } = await admin.call(profiles.list, { query: { username: 'big.file' } });
  expect(data).toMatchObject([{ name: 'Big' }]);
});

// The calls that import profiles: for the in-product admin alone, whom no right makes.
import { imports } from '@keyward/contract/imports';
import { tenants } from '#testing/people.ts';
import type { Portal } from '#testing/portal.ts';

const file = new TextEncoder().encode('name,profile id\nWalked in,walked.in');

/** The imports, made once by the in-product admin. */
export async function importWalk({ as, database }: Portal) {
  await database.system.query(
    `update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`,
    [tenants.demo],
  );
  const users = [{ name: 'Walked in', username: 'walked.in.too' }];
  return [
    ['imports.file', 'IMPORT_USERS', () => as.admin.call(imports.file, { file })],
    ['imports.bulk', 'IMPORT_USERS', () => as.admin.call(imports.bulk, { body: { users } })],
  ] satisfies [string, string, () => Promise<unknown>][];
}

// The calls that import profiles: for the in-product admin alone, whom no right makes.
import { imports } from '@keyward/contract/imports';
import { tenants } from '#testing/people.ts';
import type { Portal } from '#testing/portal.ts';

const file = new TextEncoder().encode('name,profile id\nWalked in,walked.in');

/** The imports, made once by the in-product admin. */
export function importWalk({ as: { admin }, database }: Portal) {
  const users = [{ name: 'Walked in', username: 'walked.in.too' }];
  const asInProductAdmin = async (call: () => Promise<unknown>) => {
    const flag = `update profile set is_keyward_admin = $2 where tenant_id = $1 and username = 'admin'`;
    await database.system.query(flag, [tenants.demo, true]);
    await call();
    await database.system.query(flag, [tenants.demo, false]);
  };
  return [
    ['imports.file', 'IMPORT_USERS', () => asInProductAdmin(() => admin.call(imports.file, { file }))],
    ['imports.bulk', 'IMPORT_USERS', () => asInProductAdmin(() => admin.call(imports.bulk, { body: { users } }))],
  ] satisfies [string, string, () => Promise<unknown>][];
}

/** Calls that only plan, or start what a job records (modules/profiles/import-plan.test.ts). */
export const plannedImports = ['imports.plan', 'imports.apply', 'imports.discard'];

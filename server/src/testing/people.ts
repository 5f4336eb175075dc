// The world of every server test: two tenants, two stores each, one profile of each kind.
import { demoPassword } from '#core/auth/demo.ts';
import { hashPassword } from '#core/auth/password.ts';
import type { Database } from '#db/connect.ts';
import type { TenantSpec } from '#seed/spec.ts';
import { seedTenant, tenantIdOf } from '#seed/tenant.ts';

/** The locations in both tenants. */
export const north = 'North';
export const south = 'South';

/** The serial numbers in both tenants; the types follow from the seed's prefixes. */
export const serials = {
  northOkm: '9F40000000000001',
  northPadlock: '3A10000000000001',
  northCabinet: '3C00000000000001',
  northKey: '7E00000000000001',
  southOkm: '9F40000000000002',
  southPadlock: '3A10000000000002',
  nowhere: '5D00000000000009',
} as const;

/** The profiles of the test world; the host determines the tenant. */
export const people = {
  admin: { host: 'localhost', username: 'admin' },
  manager: { host: 'localhost', username: 'manager' },
  clerk: { host: 'localhost', username: 'clerk' },
  nobody: { host: 'localhost', username: 'nobody' },
  /** Edits devices and profiles in all locations, but may not assign groups. */
  editor: { host: 'localhost', username: 'editor' },
  /** All permissions of a store manager, and no location. */
  homeless: { host: 'localhost', username: 'homeless' },
  harborAdmin: { host: 'harbor.localhost', username: 'admin' },
  harborClerk: { host: 'harbor.localhost', username: 'clerk' },
} as const;
export type Person = keyof typeof people;

function world(slug: string, hosts: string[], passwordHash: string): TenantSpec {
  const person = (username: string, name: string, roles: string[], location?: string) => ({
    username,
    name,
    email: `${username}@${slug}.example`,
    passwordHash,
    roles,
    tags: location ? { Location: [location] } : {},
  });
  return {
    slug,
    name: slug === 'demo' ? 'Northgate Retail' : 'Harbor Stores',
    hosts,
    language: 'en',
    timeZone: 'UTC',
    features: ['secureKey'],
    tags: [
      { label: 'Location', kind: 'location', values: [north, south], required: ['devices'] },
      { label: 'Department', kind: 'group', values: ['Toys', 'Shoes', 'Phones'] },
      { label: 'Notes', kind: 'text', objects: ['devices'] },
    ],
    roles: [
      {
        name: 'Editor',
        permissions: { DEVICES: 'EDIT', USERS: 'EDIT', 'EVENT-STORE': 'READ', 'ALL-DATA-ACCESS': 'TRUE' },
      },
    ],
    profiles: [
      person('admin', 'Ada Admin', ['Admin']),
      person('manager', 'Mona Manager', ['Store manager'], north),
      person('clerk', 'Carl Clerk', ['Store clerk'], north),
      person('nobody', 'Nora Nobody', []),
      person('editor', 'Ed Editor', ['Editor']),
      person('homeless', 'Homer Less', ['Store manager']),
      { ...person('gone', 'Greta Gone', ['Admin']), disabled: true },
    ],
    devices: [
      { serial: serials.northOkm, name: 'North cabinet', location: north },
      { serial: serials.northPadlock, name: 'North padlock', location: north, controller: serials.northOkm },
      { serial: serials.northCabinet, name: 'North drawer 2', location: north, controller: serials.northOkm },
      { serial: serials.northKey, name: 'North key', location: north, controller: serials.northOkm },
      { serial: serials.southOkm, name: 'South cabinet', location: south },
      { serial: serials.southPadlock, name: 'South padlock', location: south, controller: serials.southOkm },
      { serial: serials.nowhere, name: 'Spare pod', location: null },
    ],
  };
}

export const tenants = { demo: tenantIdOf('demo'), harbor: tenantIdOf('harbor') };

export async function seedTestWorld(database: Pick<Database, 'system'>): Promise<void> {
  const hash = await hashPassword(demoPassword);
  await seedTenant(database.system, world('demo', ['localhost'], hash));
  await seedTenant(database.system, world('harbor', ['harbor.localhost'], hash));
}

import { hash } from 'node:crypto';
import { organizations } from '@keyward/contract/organization';
import { sql } from 'kysely';
import { nextVersion } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import type { Logo } from './logo-file.ts';

const digestOf = (bytes: Buffer) => hash('sha256', bytes, 'hex').slice(0, 16);

/** The stored logo with its digest; undefined without one. */
export async function findLogo(db: Db): Promise<(Logo & { digest: string }) | undefined> {
  const row = await db.selectFrom('organization').select(['logo', 'logo_type']).executeTakeFirst();
  if (!row?.logo || !row.logo_type) return undefined;
  return { type: row.logo_type, bytes: row.logo, digest: digestOf(row.logo) };
}

/** The address of the logo, which changes with it; null without one. */
export async function logoAddress(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('organization')
    .select(sql<string>`left(encode(sha256(logo), 'hex'), 16)`.as('digest'))
    .where('logo', 'is not', null)
    .executeTakeFirst();
  return row ? `${organizations.logo.path}?v=${row.digest}` : null;
}

/** Stores a logo, or removes it, and raises the version. */
export async function storeLogo(db: Db, logo: Logo | null, by: string): Promise<void> {
  await db
    .updateTable('organization')
    .set({ ...nextVersion, updated_by: by, logo: logo?.bytes ?? null, logo_type: logo?.type ?? null })
    .execute();
}

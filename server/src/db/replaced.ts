// The migrations of an earlier release that 0002_tenants to 0007_portal replace (docs/decisions/0048).
import type pg from 'pg';
import { StartError } from './start-error.ts';

export const replacedMigrations = [
  '0001_portal',
  '0002_identity',
  '0003_passkeys',
  '0004_support',
  '0005_roles',
  '0006_groups',
  '0007_list_speed',
  '0007_party_journal',
  '0008_saved_views',
  '0010_profiles',
  '0011_built_in_roles',
  '0012_device_reports',
  '0013_event_cover',
  '0014_links_end',
  '0015_known_ways',
  '0016_last_use',
  '0017_idempotency',
  '0018_event_occurrence',
];
/** Named to the operator. All releases so far have the version 1.26.25, so the commit is named as well. */
const lastRelease = 'Keyward 1.26.25 at commit 2e19d562ba';
export const replacingMigrations = [
  '0002_tenants',
  '0003_access',
  '0004_identity',
  '0005_devices',
  '0006_activity',
  '0007_portal',
];

/**
 * The files that count as applied in a database with these migrations, because it was created by the replaced files, which give
 * the same schema. @throws StartError when only some of the replaced files were applied.
 */
export function standIns(applied: ReadonlySet<string>): readonly string[] {
  const missing = replacedMigrations.filter((name) => !applied.has(name));
  if (missing.length === replacedMigrations.length) return [];
  if (missing.length > 0)
    throw new StartError(
      `This database comes from an older release of Keyward and lacks migrations that this release no longer has: ` +
        `${missing.join(', ')}. Start it once with ${lastRelease}, then with this release.`,
    );
  return replacingMigrations;
}

/**
 * Marks the new files as applied in a database that was created by the replaced files. The old names are kept: a server of
 * the earlier release may still run or be started again. @throws StartError when only some of the replaced files were applied.
 */
export async function markReplacements(client: pg.Client, files: { name: string; hash: string }[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration');
  const names = standIns(new Set(rows.map(({ name }) => name)));
  if (names.length === 0) return;
  const replacements = files.filter(({ name }) => names.includes(name));
  await client.query(
    'insert into schema_migration (name, hash) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    [replacements.map(({ name }) => name), replacements.map(({ hash }) => hash)],
  );
}

import { fits, fold } from '@keyward/contract/characters';
import type { TagDefinition } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { isCleanText } from '@keyward/contract/text';
import { keepRoles } from '#core/auth/grants.ts';
import { namesWithoutPassword } from '#core/auth/sso-policy.ts';
import { inBatches } from '#db/batches.ts';
import type { Db } from '#db/tenant.ts';
import { findKeepers } from './holders.ts';
import type { ImportRow } from './import-columns.ts';
import { readNames, roleIndex } from './import-names.ts';
import { ownersOf, profilesNamed } from './import-bulk-queries.ts';
import { allRoles, findProfiles, lockProfilesForChange, type StoredProfile, type StoredRole } from './queries.ts';
import { lockRoleChanges } from './rights.ts';
import { roleIds } from './changes.ts';
import { profileTags } from './service.ts';

/** The facts by which the rows of a file are judged. */
export type ImportFacts = {
  definitions: readonly TagDefinition[];
  roles: readonly StoredRole[];
  roleNames: ReadonlyMap<string, readonly string[]>;
  /** The stored profiles that the rows name, by folded profile ID. */
  profiles: ReadonlyMap<string, StoredProfile>;
  /** Owners of the rows' e-mail addresses, by folded address. */
  emails: ReadonlyMap<string, string>;
  usesSingleSignOn: (foldedName: string) => boolean;
  /** Profiles that count as holders of a locked role, or of one that edits roles, by role: they are enabled and never expire. */
  keepers: ReadonlyMap<string, ReadonlySet<string>>;
};

const batch = 1000;
/** Looks up many items in batches, and returns all results. */
export const findInBatches = async <T, R>(
  all: readonly T[],
  find: (part: readonly T[]) => Promise<R[]>,
): Promise<R[]> => (await inBatches(all, find, batch)).flat();

/** Whether a cell can be looked up: others are refused by their schema, and the database does not accept a NUL. */
const isName = (text: string) => text !== '' && fits(text, limits.email) && isCleanText(text);
const foldedCells = (rows: readonly ImportRow[], field: 'username' | 'email') => [
  ...new Set(
    rows
      .map(({ values }) => (values[field] ?? '').trim())
      .filter(isName)
      .map(fold),
  ),
];

/** @param lock keeps the profiles, and the roles that change, unchanged until the transaction ends. */
export async function loadFacts(db: Db, rows: readonly ImportRow[], { lock }: { lock: boolean }): Promise<ImportFacts> {
  const named = await findInBatches(foldedCells(rows, 'username'), (names) => profilesNamed(db, names));
  const ids = named.map(({ id }) => id).toSorted();
  if (lock) await lockRoles(db, rows, ids);
  const profiles = await findInBatches(ids, (part) =>
    lock ? lockProfilesForChange(db, part) : findProfiles(db, part),
  );
  const owners = await findInBatches(foldedCells(rows, 'email'), (addresses) => ownersOf(db, addresses));
  const roles = await allRoles(db);
  return {
    definitions: await profileTags(db),
    roles,
    roleNames: roleIndex(roles),
    profiles: new Map(profiles.map((profile) => [profile.username_fold ?? '', profile])),
    emails: new Map(owners.map(({ id, email_fold }) => [email_fold ?? '', id])),
    usesSingleSignOn: await namesWithoutPassword(db),
    keepers: await findKeepers(db, roles),
  };
}

/** Locks every role that a row assigns or takes, also by an end, before the profiles, as `change` does. */
async function lockRoles(db: Db, rows: readonly ImportRow[], profileIds: readonly string[]): Promise<void> {
  const mayLose = rows.some(({ values: { roles, valid_from: from, valid_until: until } }) =>
    [roles, from, until].some((cell) => cell !== undefined),
  );
  if (!mayLose) return;
  const cells = [...new Set(rows.map(({ values }) => values.roles ?? ''))];
  const index = roleIndex(await allRoles(db));
  const given = cells.flatMap((cell) => {
    const names = readNames(cell, index);
    return 'ids' in names ? names.ids : [];
  });
  const held = await findInBatches(profileIds, (part) => findProfiles(db, part));
  if (held.length === 0) await keepRoles(db, [...new Set(given)]);
  else await lockRoleChanges(db, [...new Set([...given, ...held.flatMap(({ roles }) => roleIds(roles))])]);
}

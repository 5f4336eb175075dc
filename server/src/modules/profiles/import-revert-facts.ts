import { fold } from '@keyward/contract/characters';
import type { TagDefinition } from '@keyward/contract/groups';
import type { Db } from '#db/tenant.ts';
import { roleIds } from './changes.ts';
import { findKeepers } from './holders.ts';
import { ownersOf } from './import-bulk-queries.ts';
import { findInBatches } from './import-facts.ts';
import type { AppliedRow } from './import-planned.ts';
import type { StoredImport } from './import-queries.ts';
import { keysOf, laterImportsOf } from './import-revert-queries.ts';
import type { Kept } from './import-sealed.ts';
import {
  allRoles,
  findProfiles,
  lockProfiles,
  lockProfilesForChange,
  type StoredProfile,
  type StoredRole,
} from './queries.ts';
import { lockRoleChanges } from './rights.ts';
import { profileTags } from './service.ts';

type Since = { by: string | null; at: string | null };
/** The facts by which the reverting of an import is judged. */
export type RevertFacts = {
  appliedAt: string;
  definitions: readonly TagDefinition[];
  roles: readonly StoredRole[];
  keepers: ReadonlyMap<string, ReadonlySet<string>>;
  profiles: ReadonlyMap<string, StoredProfile>;
  ownerOf: (email: string) => string | undefined;
  /** The last later import that wrote the profile, by profile. */
  imported: ReadonlyMap<string, Since>;
  /** Start of the custody of a key, by profile. */
  holding: ReadonlyMap<string, Since>;
};

/** @param lock keeps the profiles, and the roles that they lose or get back, unchanged until the transaction ends. */
export async function loadRevertFacts(
  db: Db,
  { id, applied_at: appliedAt }: StoredImport,
  rows: readonly AppliedRow[],
  { lock }: { lock: boolean },
): Promise<RevertFacts> {
  if (appliedAt === null) throw new Error('an import that was not applied');
  const idsOf = (outcome: AppliedRow['outcome']) =>
    rows.filter((row) => row.outcome === outcome).map(({ profileId }) => profileId);
  const created = idsOf('created').toSorted();
  const updated = idsOf('updated').toSorted();
  const all = [...created, ...updated];
  if (lock) {
    const held = await findInBatches(all, (part) => findProfiles(db, part));
    const former = rows.flatMap(({ sealed }) => sealed.before?.roles ?? []);
    const ids = new Set([...former, ...held.flatMap(({ roles }) => roleIds(roles))]);
    // a profile that gets its first role before it is locked is left alone as edited
    if (ids.size > 0) await lockRoleChanges(db, [...ids]);
  }
  const profiles = [
    ...(await findInBatches(created, (part) => (lock ? lockProfiles(db, part) : findProfiles(db, part)))),
    ...(await findInBatches(updated, (part) => (lock ? lockProfilesForChange(db, part) : findProfiles(db, part)))),
  ];
  const addresses = [...new Set(rows.flatMap(({ sealed }) => sealed.before?.email ?? []).map(fold))];
  const owners = await findInBatches(addresses, (part) => ownersOf(db, part));
  const emails = new Map(owners.map((owner) => [owner.email_fold ?? '', owner.id]));
  const roles = await allRoles(db);
  const imported = await findInBatches(all, (part) => laterImportsOf(db, { id, appliedAt }, part));
  const keys = await findInBatches(all, (part) => keysOf(db, part));
  return {
    appliedAt,
    definitions: await profileTags(db),
    roles,
    keepers: await findKeepers(db, roles),
    profiles: new Map(profiles.map((profile) => [profile.id, profile])),
    ownerOf: (email) => emails.get(fold(email)),
    imported: new Map(imported.map(({ profileId, by, at }) => [profileId, { by, at }])),
    holding: new Map(keys.map(({ profileId, at }) => [profileId, { by: null, at }])),
  };
}

/** The versions of the profile and of its password that the import left. */
function versionsAfter({ sealed: { before, changes } }: AppliedRow): { version: number; password: number } {
  if (!before) return { version: 1, password: 0 };
  const renewed = changes.some(({ attribute }) => attribute === 'password');
  return { version: before.version + 1, password: before.passwordVersion + (renewed ? 1 : 0) };
}

/** The reason to leave the profile of a row alone: it was changed or used after the import. Null if there is none. */
export function keepingOf(
  { appliedAt, imported, holding }: RevertFacts,
  row: AppliedRow,
  current: StoredProfile | undefined,
): Kept | null {
  if (!current) return { reason: 'gone', by: null, at: null };
  const { id, pin_set_at: pin, portal_active_at: portal, okm_active_at: okm } = current;
  const later = imported.get(id);
  if (later) return { reason: 'imported', ...later };
  const { version, password } = versionsAfter(row);
  if (current.version !== version || current.password_version !== password) {
    return { reason: 'edited', by: current.updated_by, at: current.updated_at };
  }
  const since = (at: string | null) => at !== null && at > appliedAt;
  // the PIN of a new profile is the import's own; that of an older profile may have been issued by the server
  if (row.outcome === 'created' && since(pin)) return { reason: 'edited', by: null, at: pin };
  if (since(portal)) return { reason: 'signedIn', by: null, at: portal };
  if (since(okm)) return { reason: 'usedAtOkm', by: null, at: okm };
  const held = holding.get(id);
  return held ? { reason: 'holdsKey', ...held } : null;
}

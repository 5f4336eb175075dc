// Holders of the roles that may not lose their last one: locked roles, and those that edit roles.
import type { Validity } from '@keyward/contract/validity';
import { clock } from '#core/clock.ts';
import { PortalError } from '#core/errors.ts';
import type { Db } from '#db/tenant.ts';
import { allRoles, enabledHolders, type StoredProfile, type StoredRole } from './queries.ts';
import { lastHolder } from './rights.ts';

/** Profiles that count as holders of a locked role, or of one that edits roles, by role: they are enabled and never expire. */
type Keepers = ReadonlyMap<string, ReadonlySet<string>>;

/** The roles of a profile after a change, and whether it still counts as their holder. A new profile has no `before`. */
export type HolderChange = {
  before: Pick<StoredProfile, 'id' | 'roles' | 'stays'> | undefined;
  roles: readonly StoredRole[];
  stays: boolean;
};

const editsRoles = ({ permissions }: StoredRole) => permissions.ROLES === 'EDIT';
const keepsAlive = (role: StoredRole) => role.locked || editsRoles(role);
const has = (roles: readonly StoredRole[], role: string) => roles.some(({ id }) => id === role);

/** Whether the change takes this role from the profile, or ends the profile's counting as its holder. */
const takes = ({ before, roles, stays }: HolderChange, role: string) =>
  before !== undefined && has(before.roles, role) && (!has(roles, role) || (before.stays && !stays));

/** Number of holders of the role once the changes are written. */
function holdersAfter(role: string, keepers: Keepers, changes: readonly HolderChange[]): number {
  const holders = new Set(keepers.get(role));
  let added = 0;
  for (const { before, stays, roles } of changes) {
    const holds = stays && has(roles, role);
    if (!before) added += holds ? 1 : 0;
    else if (holds) holders.add(before.id);
    else holders.delete(before.id);
  }
  return holders.size + added;
}

/**
 * The changes that together take a locked role from its last holder, or the editing of roles from all profiles, each with its
 * refusal: the rule of assertStillHeld, before anything is written. The others can be written without them.
 * @param facts includes all roles of the tenant that edit roles, and the locked ones that the changes take.
 */
export function judgeHolders<Change extends HolderChange>(
  { roles, keepers }: { roles: readonly StoredRole[]; keepers: Keepers },
  changes: readonly Change[],
): ReadonlyMap<Change, PortalError> {
  const refused = new Map<Change, PortalError>();
  const open = () => changes.filter((change) => !refused.has(change));
  const refuse = (ids: readonly string[], errorOf: () => PortalError) => {
    const taking = open().filter((change) => ids.some((id) => takes(change, id)));
    if (taking.length === 0 || ids.some((id) => holdersAfter(id, keepers, open()) > 0)) return;
    for (const change of taking) refused.set(change, errorOf());
  };
  // a refused change does not add a holder to another role either
  for (let known = -1; known < refused.size;) {
    known = refused.size;
    for (const role of roles.filter(({ locked }) => locked)) refuse([role.id], () => lastHolder(role));
    refuse(
      roles.filter(editsRoles).map(({ id }) => id),
      () => new PortalError('lastRolesEditor'),
    );
  }
  return refused;
}

/** The same, by the stored holders. */
export async function judgeStoredHolders<Change extends HolderChange>(
  db: Db,
  changes: readonly Change[],
): Promise<ReadonlyMap<Change, PortalError>> {
  const taken = new Set(
    changes.flatMap((change) =>
      (change.before?.roles ?? []).filter((role) => keepsAlive(role) && takes(change, role.id)).map(({ id }) => id),
    ),
  );
  if (taken.size === 0) return new Map();
  const roles = (await allRoles(db)).filter((role) => taken.has(role.id) || editsRoles(role));
  return judgeHolders({ roles, keepers: await findKeepers(db, roles) }, changes);
}

/**
 * Ids of the candidates that have to stay when the `ending` profiles and then the candidates end one after the other: those that
 * would be the last holder of a locked role, or the last to edit roles.
 */
export async function findStaying(
  db: Db,
  ending: readonly StoredProfile[],
  candidates: readonly StoredProfile[],
): Promise<ReadonlySet<string>> {
  const staying = new Set<string>();
  const taking = (profiles: readonly StoredProfile[]) =>
    profiles
      .filter(({ stays, roles }) => stays && roles.some(keepsAlive))
      .map((before) => ({ before, roles: before.roles, stays: false }));
  const ends = taking(candidates);
  if (ends.length === 0) return staying;
  const roles = await allRoles(db);
  const facts = { roles, keepers: await findKeepers(db, roles) };
  const earlier = taking(ending);
  for (const change of ends) {
    if (judgeHolders(facts, [...earlier, change]).has(change)) staying.add(change.before.id);
    else earlier.push(change);
  }
  return staying;
}

/** Profiles that count as holders, for each locked role and each role that edits roles. */
export async function findKeepers(db: Db, roles: readonly StoredRole[]): Promise<Keepers> {
  const ids = roles.filter(keepsAlive).map(({ id }) => id);
  const holders = await enabledHolders(db, ids);
  const keepers = new Map(ids.map((id) => [id, new Set<string>()]));
  for (const { role_id: role, profile_id: profile } of holders) keepers.get(role)?.add(profile);
  return keepers;
}

/** Whether a profile with this validity may act now and never expires, like the database's may_stay. */
export const mayStayWith = ({ valid_from: from, valid_until: until }: Validity): boolean =>
  until === null && (from === null || Date.parse(from) <= clock.now().getTime());

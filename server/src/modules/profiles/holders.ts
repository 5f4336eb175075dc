// Who holds the roles that may not be left without a holder: locked ones, and those that edit roles.
import type { Validity } from '@keyward/contract/validity';
import { clock } from '#core/clock.ts';
import { PortalError } from '#core/errors.ts';
import type { Db } from '#db/tenant.ts';
import { allRoles, enabledHolders, type StoredProfile, type StoredRole } from './queries.ts';
import { lastHolder } from './rights.ts';

/** Who keeps a locked role, or the editing of roles, alive: enabled holders without an end, by role. */
type Keepers = ReadonlyMap<string, ReadonlySet<string>>;

/** The roles of a profile after a change, and whether it keeps them alive then. Without `before` it is new. */
export type HolderChange = {
  before: Pick<StoredProfile, 'id' | 'roles' | 'stays'> | undefined;
  roles: readonly StoredRole[];
  stays: boolean;
};

const editsRoles = ({ permissions }: StoredRole) => permissions.ROLES === 'EDIT';
const keepsAlive = (role: StoredRole) => role.locked || editsRoles(role);
const has = (roles: readonly StoredRole[], role: string) => roles.some(({ id }) => id === role);

/** Does the change take this role from its profile, or from those who may act without an end? */
const takes = ({ before, roles, stays }: HolderChange, role: string) =>
  before !== undefined && has(before.roles, role) && (!has(roles, role) || (before.stays && !stays));

/** Who still holds the role once the changes are written. */
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
 * The changes that together take a locked role from its last holder, or the editing of roles from everyone, each with its
 * refusal: the rule of assertStillHeld, before anything is written. The others can be written without them.
 * @param facts all roles of the tenant that edit roles, and the locked ones that the changes take.
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
  // one that is refused brings no new holder to another role either
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

/** The same, by the holders that the database has. */
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
 * Which of the candidates have to stay, by id, when the `ending` profiles and then the candidates end one after the other:
 * those that would be the last holder of a locked role, or the last to edit roles.
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

/** Who can keep each locked role, and the editing of roles, alive. */
export async function findKeepers(db: Db, roles: readonly StoredRole[]): Promise<Keepers> {
  const ids = roles.filter(keepsAlive).map(({ id }) => id);
  const holders = await enabledHolders(db, ids);
  const keepers = new Map(ids.map((id) => [id, new Set<string>()]));
  for (const { role_id: role, profile_id: profile } of holders) keepers.get(role)?.add(profile);
  return keepers;
}

/** May a profile with this validity act now and without an end, as the database's may_stay judges it? */
export const mayStayWith = ({ valid_from: from, valid_until: until }: Validity): boolean =>
  until === null && (from === null || Date.parse(from) <= clock.now().getTime());

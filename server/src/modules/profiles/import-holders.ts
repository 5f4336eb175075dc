import type { ImportFacts } from './import-facts.ts';
import type { Verdict } from './import-verdict.ts';
import type { StoredRole } from './queries.ts';

/** Who still holds the role once the rows that can be written are written. */
function holdersAfter(role: string, before: ReadonlySet<string>, verdicts: readonly Verdict[]): number {
  const holders = new Set(before);
  let added = 0;
  for (const { before: profile, decision, stays, roles } of verdicts) {
    if (decision === 'error') continue;
    const holds = stays && has(roles, role);
    if (!profile) added += holds ? 1 : 0;
    else if (holds) holders.add(profile.id);
    else holders.delete(profile.id);
  }
  return holders.size + added;
}

const has = (roles: readonly StoredRole[], role: string) => roles.some(({ id }) => id === role);
/** Takes the row this role from its profile, or from those who may act without an end? */
const takes = ({ before, decision, roles, stays }: Verdict, role: string) =>
  decision === 'update' &&
  before !== undefined &&
  has(before.roles, role) &&
  (!has(roles, role) || (before.stays && !stays));

function refuse(verdict: Verdict, message: string) {
  verdict.errors.push({ field: 'roles', message });
  verdict.decision = 'error';
}

/**
 * Rows that together take a locked role from its last holder, or the editing of roles from everyone, are refused: the
 * rule of assertStillHeld, before anything is written.
 */
export function judgeHolders(
  { roles, keepers }: Pick<ImportFacts, 'roles' | 'keepers'>,
  verdicts: readonly Verdict[],
): void {
  for (const role of roles.filter(({ locked }) => locked)) {
    const taking = verdicts.filter((verdict) => takes(verdict, role.id));
    if (taking.length === 0 || holdersAfter(role.id, keepers.get(role.id) ?? new Set(), verdicts) > 0) continue;
    for (const verdict of taking) refuse(verdict, `lastHolder:${role.name}`);
  }
  const editing = roles.filter(({ permissions }) => permissions.ROLES === 'EDIT');
  const taking = verdicts.filter((verdict) => editing.some(({ id }) => takes(verdict, id)));
  const editors = editing.some(({ id }) => holdersAfter(id, keepers.get(id) ?? new Set(), verdicts) > 0);
  if (!editors) for (const verdict of taking) refuse(verdict, 'lastRolesEditor');
}

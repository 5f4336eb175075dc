import { PortalError } from '#core/errors.ts';
import { isProfileVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import type { ResolvedTag } from '#core/tags/tags.ts';
import type { ReplacedState } from '#db/columns.ts';
import type { TagDefinition } from '@keyward/contract/groups';
import type { Db } from '#db/tenant.ts';
import { judgeChange, type Judged, type Target } from './bulk-judge.ts';
import { claimUndo, undoOfEvent, undoRows } from './bulk-queries.ts';
import { writeChanges } from './bulk-write.ts';
import { judgeEach, lockVisible } from './many.ts';
import { findProfile, findProfiles, findRoles, type StoredRole } from './queries.ts';
import { profileTags } from './service.ts';

/** The change to several profiles that an event recorded; none when it cannot be undone or its profile is not visible. */
export async function findUndo(db: Db, actor: Actor, eventId: string): Promise<{ id: string; profiles: number }[]> {
  const found = await undoOfEvent(db, eventId);
  const profile = found && (await findProfile(db, found.profileId));
  if (!found || !profile || !isProfileVisible(actor, profile.locations)) return [];
  return [{ id: found.id, profiles: found.profiles ?? 0 }];
}

/**
 * Undoes a change to several profiles by a new one, judged by the actor's rights as they are: all profiles or none. It
 * revives no session and no link. Throws notFound, undoEnded, changedSince, unknownRole, unknownTagValue, and what applyChange throws.
 */
export async function undoChange(db: Db, actor: Actor, id: string) {
  const stored = new Map((await undoRows(db, id)).map((row) => [row.profileId, row]));
  const found = await findProfiles(db, [...stored.keys()]);
  // without a visible profile, a change does not exist for the actor
  if (!found.some(({ locations }) => isProfileVisible(actor, locations))) throw new PortalError('notFound');
  if (!(await claimUndo(db, id))) throw new PortalError('undoEnded');
  const wantedRoles = [...new Set([...stored.values()].flatMap(({ before }) => before.roles ?? []))];
  const locked = await lockVisible(db, actor, [...stored.keys()], wantedRoles);
  const definitions = await profileTags(db);
  const roles = new Map((await findRoles(db, wantedRoles)).map((role) => [role.id, role]));
  const judged: Judged[] = [];
  judgeEach(locked, (profile) => {
    const row = stored.get(profile.id);
    if (!row) throw new Error('only profiles of the change are locked');
    if (profile.version !== row.version)
      throw new PortalError('changedSince', { params: { by: profile.updated_by ?? '' } });
    judged.push(judgeChange(actor, definitions, profile, targetOf(row.before, roles, definitions)));
  });
  return writeChanges(db, actor, judged);
}

function targetOf(
  { disabled, validity, roles, tags }: ReplacedState,
  known: ReadonlyMap<string, StoredRole>,
  definitions: readonly TagDefinition[],
): Target {
  return {
    ...(disabled === undefined ? {} : { disabled }),
    ...(validity ? { validity } : {}),
    ...(roles
      ? {
          roles: roles.map((id) => {
            const role = known.get(id);
            if (!role) throw new PortalError('unknownRole', { field: 'roles' });
            return role;
          }),
        }
      : {}),
    ...(tags
      ? {
          tags: Object.entries(tags).map(([id, content]): ResolvedTag => {
            const definition = definitions.find((one) => one.id === id);
            if (!definition) throw new PortalError('unknownTag', { field: 'tags' });
            const missing = content.valueIds.some((value) => !definition.values.some((one) => one.id === value));
            if (missing) throw new PortalError('unknownTagValue', { params: { tag: definition.label, value: '' } });
            return { definition, content };
          }),
        }
      : {}),
  };
}

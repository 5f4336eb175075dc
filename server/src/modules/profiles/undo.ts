import { PortalError } from '#core/errors.ts';
import { isProfileVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { changedRows, undoOfEvent } from '#core/bulk/queries.ts';
import { replacedTags, startUndo } from '#core/bulk/undo.ts';
import type { ReplacedState } from '#db/columns.ts';
import type { TagDefinition } from '@keyward/contract/groups';
import type { Db } from '#db/tenant.ts';
import { judgeChange, type Target } from './bulk-judge.ts';
import { writeChanges } from './bulk-write.ts';
import { judgeEach, lockVisible } from './many.ts';
import { findProfile, findProfiles, findRoles, type StoredRole } from './queries.ts';
import { profileTags, type Services } from './service.ts';

/** The bulk change that an event recorded; empty if it cannot be undone or its profile is not visible. */
export async function findUndo(db: Db, actor: Actor, eventId: string): Promise<{ id: string; profiles: number }[]> {
  const found = await undoOfEvent(db, 'profiles', eventId);
  const profile = found && (await findProfile(db, found.rowId));
  if (!found || !profile || !isProfileVisible(actor, profile.locations)) return [];
  return [{ id: found.id, profiles: await changedRows(db, 'profiles', found.id) }];
}

/**
 * Undoes a bulk change of profiles with a new one, judged by the actor's present permissions: all profiles or none. No session or
 * link comes back. Throws notFound, undoEnded, changedSince, unknownRole, unknownTagValue, and what applyChange throws.
 */
export async function undoChange(db: Db, actor: Actor, services: Services, id: string) {
  const { ids, replacedOf, replaced } = await startUndo(db, { of: 'profiles', id }, async (rows) =>
    (await findProfiles(db, rows)).some(({ locations }) => isProfileVisible(actor, locations)),
  );
  const wantedRoles = [...new Set(replaced.flatMap(({ roles = [] }) => roles))];
  const locked = await lockVisible(db, actor, ids, wantedRoles);
  const definitions = await profileTags(db);
  const roles = new Map((await findRoles(db, wantedRoles)).map((role) => [role.id, role]));
  const judged = judgeEach(locked, (profile) =>
    judgeChange(actor, definitions, profile, targetOf(replacedOf(profile), roles, definitions)),
  );
  return writeChanges(db, actor, services, judged);
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
    ...(tags ? { tags: replacedTags(tags, definitions) } : {}),
    restores: true,
  };
}

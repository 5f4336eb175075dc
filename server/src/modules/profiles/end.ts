import type { ChosenRows } from '@keyward/contract/selection';
import { type EventToRecord, recordAll } from '#core/events/record.ts';
import { selectedIds } from '#core/list/selection.ts';
import { announce } from '#core/live/changes.ts';
import { type Actor, endSessionsOfProfiles } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { validityChanges } from './changes.ts';
import { profileList } from './list.ts';
import { assertRolesStillHeld, judgeEach, lockVisible } from './many.ts';
import { endValidity, type StoredProfile } from './queries.ts';
import { assertMayActAs, assertNotOwnValidity } from './rights.ts';
import { subject } from './service.ts';

/**
 * Ends the validity of the selected profiles now, all or none, and returns how many were selected. Throws notFound,
 * cannotChangeOwnValidity, cannotGrant, locationNotAllowed, lastHolder and lastRolesEditor, each naming its row, and what
 * selectedIds throws.
 */
export async function endProfiles(db: Db, actor: Actor, chosen: ChosenRows): Promise<{ ended: number }> {
  const ids = await selectedIds(db, actor, profileList, chosen);
  if (ids.length === 0) return { ended: 0 };
  const profiles = await lockVisible(db, actor, ids);
  judgeEach(profiles, (profile) => {
    assertNotOwnValidity(actor, profile.id);
    assertMayActAs(actor, profile);
  });
  await recordAll(db, actor, await end(db, actor.name, profiles));
  return { ended: ids.length };
}

/**
 * Ends those of these locked profiles that have not ended, with their sessions and links. Returns the events, which the
 * caller records. Throws lastHolder and lastRolesEditor.
 */
export async function end(db: Db, by: string, profiles: readonly StoredProfile[]): Promise<EventToRecord[]> {
  const open = profiles.filter((profile) => !profile.ended);
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const sessions = await endSessionsOfProfiles(db, ids);
  const at = await endValidity(db, ids, by);
  await assertRolesStillHeld(
    db,
    open.filter(({ stays }) => stays),
  );
  announce(
    db,
    open.map(({ id, locations }) => ({ resource: 'user', id, locations })),
  );
  return open.flatMap((profile): EventToRecord[] => {
    const common = { result: 'success' as const, entity: subject(profile), locations: profile.locations };
    const { valid_from: from } = profile;
    const count = sessions.get(profile.id);
    const after = { valid_from: from !== null && from < at ? from : null, valid_until: at };
    return [
      { ...common, event: 'MODIFY_USER', changes: validityChanges(profile, after) },
      ...(count ? [{ ...common, event: 'REVOKE_SESSION' as const, raw: { sessions: count } }] : []),
    ];
  });
}

import { randomUUIDv7 } from 'node:crypto';
import type { ChosenRows } from '@keyward/contract/selection';
import type { Validity } from '@keyward/contract/validity';
import { insertBulkChange } from '#core/bulk/queries.ts';
import { type EventToRecord, recordAll } from '#core/events/record.ts';
import { selectedIds } from '#core/list/selection.ts';
import { announce } from '#core/live/changes.ts';
import { type Actor, endSessionsOfProfiles } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { validityChanges } from './changes.ts';
import { profileList } from './list.ts';
import { assertRolesStayHeld, judgeEach, lockVisible } from './many.ts';
import { endValidity, type StoredProfile } from './queries.ts';
import { assertMayActAs, assertNotOwnValidity } from './rights.ts';
import { subject } from './service.ts';

/**
 * Ends the validity of the selected profiles now, all or none, and stores the values that undoing restores. Throws notFound,
 * cannotChangeOwnValidity, keywardAdminKept, cannotGrant, locationNotAllowed, lastHolder and lastRolesEditor, each naming its
 * row, and what selectedIds throws.
 */
export async function endProfiles(db: Db, actor: Actor, chosen: ChosenRows) {
  const ids = await selectedIds(db, actor, profileList, chosen);
  const profiles = await lockVisible(db, actor, ids);
  judgeEach(profiles, (profile) => assertMayEnd(actor, profile));
  const open = profiles.filter((profile) => !profile.ended);
  if (open.length === 0) return { changed: 0, id: null };
  const undo = open.map(({ id, version, valid_from, valid_until }) => ({
    rowId: id,
    eventId: randomUUIDv7(),
    version: version + 1,
    before: { validity: { valid_from, valid_until } },
  }));
  const eventIds = new Map(undo.map(({ rowId, eventId }) => [rowId, eventId]));
  const events = await end(db, actor.name, open, (id) => eventIds.get(id));
  const id = await insertBulkChange(db, 'profiles', undo);
  await recordAll(db, actor, events);
  return { changed: open.length, id };
}

/** Throws cannotChangeOwnValidity, keywardAdminKept, cannotGrant and locationNotAllowed. */
export function assertMayEnd(actor: Actor, profile: StoredProfile): void {
  assertNotOwnValidity(actor, profile.id);
  assertMayActAs(actor, profile);
}

/** The validity of an ended profile; a beginning that has not come is removed. */
export const endedAt = ({ valid_from: from }: StoredProfile, at: string): Validity => ({
  valid_from: from !== null && from < at ? from : null,
  valid_until: at,
});

/**
 * Ends these locked profiles, which have not ended, with their sessions and links. Returns the events for the caller to record;
 * `eventIdOf` chooses the id of a profile's event. Throws lastHolder and lastRolesEditor.
 */
export async function end(
  db: Db,
  by: string,
  open: readonly StoredProfile[],
  eventIdOf?: (profileId: string) => string | undefined,
): Promise<EventToRecord[]> {
  await assertRolesStayHeld(
    db,
    open.map((before) => ({ before, roles: before.roles, stays: false })),
  );
  const ids = open.map(({ id }) => id);
  const sessions = await endSessionsOfProfiles(db, ids);
  const at = await endValidity(db, ids, by);
  announce(
    db,
    open.map(({ id, locations }) => ({ resource: 'user', id, locations })),
  );
  return open.flatMap((profile): EventToRecord[] => {
    const common = { result: 'success' as const, entity: subject(profile), locations: profile.locations };
    const count = sessions.get(profile.id);
    const eventId = eventIdOf?.(profile.id);
    return [
      {
        ...common,
        ...(eventId ? { id: eventId } : {}),
        event: 'MODIFY_USER',
        changes: validityChanges(profile, endedAt(profile, at)),
      },
      ...(count ? [{ ...common, event: 'REVOKE_SESSION' as const, raw: { sessions: count } }] : []),
    ];
  });
}

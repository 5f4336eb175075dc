import { randomUUIDv7 } from 'node:crypto';
import { insertBulkChange, type UndoRow } from '#core/bulk/queries.ts';
import { type EventToRecord, recordAll } from '#core/events/record.ts';
import { announce } from '#core/live/changes.ts';
import { type Actor, endSessionsOfProfiles } from '#core/auth/session.ts';
import { issuePins } from '#core/pins/issue.ts';
import { replaceTagsOfEach } from '#core/tags/queries.ts';
import type { Db } from '#db/tenant.ts';
import type { Judged } from './bulk-judge.ts';
import { replaceRolesOf, setStates } from './bulk-queries.ts';
import { isSwitchedOn } from './changes.ts';
import { assertRolesStayHeld } from './many.ts';
import { type Services, subject } from './service.ts';

/**
 * Writes judged changes of locked profiles: the end of their sessions, a PIN for each enabled profile without one, an event for
 * each profile, and the values that undoing restores. Profiles without a change are left out. Throws lastHolder and
 * lastRolesEditor, naming a row, and pinNotFound.
 */
export async function writeChanges(db: Db, actor: Actor, { vault, drawPin }: Services, judged: readonly Judged[]) {
  const changed = judged.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) return { changed: 0, id: null };
  const idsOf = (some: readonly Judged[]) => some.map(({ before }) => before.id);
  await assertRolesStayHeld(db, changed);
  await writeRows(db, actor, changed);
  const switchedOn = changed.filter(({ before, target }) => isSwitchedOn(before, target));
  await issuePins(db, vault, idsOf(switchedOn), { by: actor.id, draw: drawPin });
  const sessions = await endSessionsOfProfiles(db, idsOf(changed.filter(({ stops }) => stops)));
  announce(
    db,
    changed.map(({ before, locations }) => ({ resource: 'user', id: before.id, locations })),
  );
  const undo: UndoRow[] = [];
  const events = changed.flatMap(({ before, changes, replaced, locations }): EventToRecord[] => {
    const common = { result: 'success' as const, entity: subject(before), locations };
    const count = sessions.get(before.id);
    const eventId = randomUUIDv7();
    undo.push({ rowId: before.id, eventId, version: before.version + 1, before: replaced });
    return [
      { ...common, id: eventId, event: 'MODIFY_USER', changes },
      ...(count ? [{ ...common, event: 'REVOKE_SESSION' as const, raw: { sessions: count } }] : []),
    ];
  });
  const id = await insertBulkChange(db, 'profiles', undo);
  await recordAll(db, actor, events);
  return { changed: changed.length, id };
}

async function writeRows(db: Db, actor: Actor, changed: readonly Judged[]) {
  await setStates(
    db,
    changed.map(({ before, target: { disabled = before.disabled, validity = before } }) => ({
      id: before.id,
      disabled,
      valid_from: validity.valid_from,
      valid_until: validity.valid_until,
    })),
    actor.name,
  );
  const withRoles = changed.filter(({ target }) => target.roles);
  await replaceRolesOf(
    db,
    withRoles.map(({ before }) => before.id),
    withRoles.flatMap(({ before, target }) =>
      (target.roles ?? []).map((role) => ({ profile_id: before.id, role_id: role.id })),
    ),
  );
  await replaceTagsOfEach(
    db,
    'users',
    changed.map(({ before, target: { tags = [] } }) => ({ id: before.id, tags })),
  );
}

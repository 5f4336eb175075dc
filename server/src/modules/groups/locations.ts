import type { EventChange } from '@keyward/contract/activity';
import type { LocationHours, locationForm, OpeningHours } from '@keyward/contract/locations';
import { can } from '@keyward/contract/permissions';
import type { z } from 'zod';
import { assertCurrent, existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { record } from '#core/events/record.ts';
import { assertMayAssignLocation } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { subject } from './changes.ts';
import { findLocation, type StoredLocation, storeHours } from './location-queries.ts';
import { lockTag, touchTag } from './queries.ts';
import { requireEditable } from './rights.ts';
import { renameValues } from './values.ts';

/**
 * Changes the zone, the hours and the curfew of a location, and its name, as one event; a save without changes records
 * none. `ifMatch` is the version of the hours that the actor read. Throws notFound, forbidden, conflict, tagValueGone (stale
 * oldValue), cannotUpdateToExistingValue and locationNotAllowed.
 */
export async function changeLocation(
  db: Db,
  actor: Actor,
  id: string,
  { rename, ...input }: z.output<typeof locationForm>,
  ifMatch: number | undefined,
): Promise<StoredLocation> {
  const { tag_definition_id: tagId } = existing(await findLocation(db, id));
  // the lock that all changes of a tag's values take
  const tag = requireEditable(actor, await lockTag(db, tagId));
  const before = existing(await findLocation(db, id));
  assertCurrent(before, ifMatch);
  if (rename && rename.oldValue !== before.name)
    throw new PortalError('tagValueGone', { field: 'name', params: { value: rename.oldValue } });
  const name = rename?.newValue ?? before.name;
  const { curfew = before.curfew } = input;
  if (curfew !== before.curfew) assertMaySetCurfew(actor, id);
  const ofHours = [...hoursChanges(before, input), ...change('curfew', before.curfew, curfew)];
  const changes = [...change('renamedValues', before.name, name), ...ofHours];
  if (changes.length === 0) return before;

  const value = tag.values.find((one) => one.id === id);
  if (value && name !== before.name) {
    await renameValues(db, tag, [{ value, newValue: name }]);
    await touchTag(db, tagId, { updated_by: actor.name });
  }
  if (ofHours.length > 0) await storeHours(db, id, { ...input, curfew }, actor.name);
  await record(db, actor, {
    event: 'MODIFY_TAG_DEFINITION',
    result: 'success',
    entity: subject({ id: tagId, label: `${tag.label}: ${name}` }),
    locations: [id],
    changes,
  });
  return existing(await findLocation(db, id));
}

/** A curfew is about keys, so it requires the permission to edit devices there. Throws forbidden and locationNotAllowed. */
function assertMaySetCurfew(actor: Actor, locationId: string): void {
  if (!can.editDevices.holds(actor.authority)) throw new PortalError('forbidden', { field: 'curfew' });
  assertMayAssignLocation(actor, locationId, 'curfew');
}

/** '09:00–18:00', or 'closed'. */
const inText = (hours: OpeningHours | null) => (hours ? `${hours.opens}–${hours.closes}` : 'closed');

/** One change for each weekday, 'hours.1' on Mondays, and for each date, 'hours.2026-12-25'. */
function hoursChanges(before: LocationHours, after: LocationHours): EventChange[] {
  const texts = ({ week, exceptions }: LocationHours) =>
    new Map([
      ...(week ?? []).map((hours, i) => [String(i + 1), inText(hours)] as const),
      ...exceptions.map(({ date, hours }) => [date, inText(hours)] as const),
    ]);
  const [old, now] = [texts(before), texts(after)];
  // weekdays first
  const days = [...new Set([...old.keys(), ...now.keys()])].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return [
    ...change('timeZone', before.time_zone, after.time_zone),
    ...days.flatMap((day) => change(`hours.${day}`, old.get(day) ?? null, now.get(day) ?? null)),
  ];
}

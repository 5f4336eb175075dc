import { randomUUIDv7 } from 'node:crypto';
import { insertBulkChange } from '#core/bulk/queries.ts';
import { recordAll } from '#core/events/record.ts';
import { announce } from '#core/live/changes.ts';
import type { Actor } from '#core/auth/session.ts';
import { announceKeys } from '#core/onepass/live.ts';
import { replaceTagsOfEach } from '#core/tags/queries.ts';
import type { Db } from '#db/tenant.ts';
import type { Judged } from './judge.ts';
import { moveDevices } from './move.ts';
import { updateDevices } from './queries.ts';
import { subject } from './service.ts';

/**
 * Writes judged changes of locked devices, with one event for each and the values that undoing restores. Devices without a change
 * are left out.
 */
export async function writeChanges(db: Db, actor: Actor, judged: readonly Judged[]) {
  const changed = judged.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) return { changed: 0, id: null };
  await updateDevices(
    db,
    changed.map(({ before, dualAuth, moved }) => ({
      id: before.id,
      dualAuth,
      location_definition_id: before.location_definition_id,
      location_value_id: before.location_id,
      ...moved,
    })),
    actor.name,
  );
  await replaceTagsOfEach(
    db,
    'devices',
    // the location is a column of the device
    changed.map(({ before, tags }) => ({ id: before.id, tags: tags.filter((tag) => !tag.definition.is_location) })),
  );
  const moves = changed.flatMap(({ before, moved }) =>
    moved ? [{ device: before, to: moved.location_value_id }] : [],
  );
  if (moves.length) await moveDevices(db, moves);
  const located = changed.map(({ before: { id }, locations }) => ({ id, locations }));
  announce(
    db,
    located.map((device) => ({ resource: 'device', ...device })),
  );
  await announceKeys(db, located);
  const events = changed.map((one) => ({ ...one, id: randomUUIDv7() }));
  const id = await insertBulkChange(
    db,
    'devices',
    events.map(({ id: eventId, before, replaced }) => ({
      rowId: before.id,
      eventId,
      version: before.version + 1,
      before: replaced,
    })),
  );
  await recordAll(
    db,
    actor,
    events.map(({ id: eventId, before, changes, locations }) => ({
      id: eventId,
      event: 'MODIFY_DEVICE',
      result: 'success',
      entity: subject(before),
      locations,
      changes,
    })),
  );
  return { changed: changed.length, id };
}

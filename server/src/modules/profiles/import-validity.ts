import { zoneOfLocations } from '@keyward/contract/location-zone';
import { ordered, isOrdered, type Validity } from '@keyward/contract/validity';
import { validityFields } from '@keyward/contract/validity-fields';
import type { Actor } from '#core/auth/session.ts';
import { validityChanges } from './changes.ts';
import type { ImportFacts } from './import-facts.ts';
import type { ImportRow } from './import-columns.ts';
import type { Faults } from './import-faults.ts';
import { instantOf } from './import-times.ts';
import type { StoredProfile } from './queries.ts';
import { assertNotOwnValidity } from './rights.ts';

type Context = { actor: Actor; facts: Pick<ImportFacts, 'definitions'>; options: { clear: boolean } };

function zoneAt({ actor, facts }: Context, locations: readonly string[]): string {
  const values = facts.definitions.find((definition) => definition.is_location)?.values ?? [];
  const zones = locations.map((id) => values.find((value) => value.id === id)?.time_zone ?? null);
  return zoneOfLocations(zones, actor.tenant.config.timeZone);
}

/**
 * The validity that a row gives its profile; local times are in the zone of the profile's location after the import. Judged by
 * the rules of the profile's form.
 */
export function judgeValidity(
  context: Context,
  row: ImportRow,
  before: StoredProfile | undefined,
  { faults, locations }: { faults: Faults; locations: readonly string[] },
): Validity {
  const { actor, options } = context;
  const bound = (field: keyof Validity): string | null => {
    const current = before ? before[field] : null;
    const cell = row.values[field]?.trim();
    if (cell === undefined || (cell === '' && !(before && options.clear))) return current;
    if (cell === '') return null;
    const instant = instantOf(cell, zoneAt(context, locations), current);
    if (instant === undefined) return (faults.add(field, 'dateFormat'), current);
    if (instant === current) return current;
    // the cell is an instant, so it can only be out of range
    const parsed = validityFields[field].safeParse(instant);
    if (!parsed.success) faults.add(field, 'invalidValidity');
    return parsed.success ? parsed.data : instant;
  };
  const after = { valid_from: bound('valid_from'), valid_until: bound('valid_until') };
  if (!isOrdered(after)) faults.add('valid_until', ordered.error);
  const [changed] = before ? validityChanges(before, after) : [];
  if (before && changed) faults.attempt(changed.attribute, () => assertNotOwnValidity(actor, before.id));
  return after;
}

import { supportsDualAuth } from '@keyward/contract/devices';
import type { EventChange } from '@keyward/contract/activity';
import type { TagDefinition } from '@keyward/contract/groups';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { assertMayAssignLocation } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { locationIds } from '#core/locations/ids.ts';
import { assertMayAssignTags, requireTags, tagChanges } from '#core/tags/rules.ts';
import { noContent, type ResolvedTag, sameContent, type TagContent } from '#core/tags/tags.ts';
import type { ReplacedState } from '#db/columns.ts';
import type { StoredDevice } from './queries.ts';
import { contentOf } from './shape.ts';
import { isRequired, locationOf } from './tags.ts';

/** The new values of a change; absent parts stay. */
export type Target = {
  name?: string;
  dualAuth?: boolean | undefined;
  curfew?: string | null | undefined;
  tags?: readonly ResolvedTag[];
  /** The change restores former values, so a required tag may be empty. */
  restores?: boolean;
};

export type Judged = {
  before: StoredDevice;
  /** The tags that differ from `before`. */
  tags: ResolvedTag[];
  /** The new value, if it changes. */
  dualAuth: boolean | undefined;
  /** The location, when the device moves. */
  moved: NonNullable<ReturnType<typeof locationOf>> | undefined;
  changes: EventChange[];
  /** The values that undoing a bulk change restores. */
  replaced: ReplacedState;
  /** Its locations before and after. */
  locations: string[];
};

/**
 * Judges a change to one device. Throws dualAuthNotSupported, curfewNotSupported, cannotAssignGroups, tagRequired and
 * locationNotAllowed.
 */
export function judgeDevice(
  actor: Actor,
  definitions: readonly TagDefinition[],
  before: StoredDevice,
  { name = before.name, dualAuth, curfew, tags: wanted = [], restores = false }: Target,
): Judged {
  if (dualAuth !== undefined && !supportsDualAuth(before.type.name)) {
    throw new PortalError('dualAuthNotSupported', { field: 'info' });
  }
  if (curfew !== undefined && before.type.device_class !== 'KEY') {
    throw new PortalError('curfewNotSupported', { field: 'curfew' });
  }
  const stored = contentOf(before, definitions);
  const contentBefore = (definition: TagDefinition): TagContent => stored.get(definition.id) ?? noContent;
  assertMayAssignTags(actor, wanted, stored, { locationFree: true });
  if (!restores) {
    const after = new Map([...stored, ...wanted.map((t) => [t.definition.id, t.content] as const)]);
    requireTags(definitions, after, isRequired);
  }
  const tags = wanted.filter(({ definition, content }) => !sameContent(content, contentBefore(definition)));
  const moved = locationOf(tags);
  if (moved) assertMayAssignLocation(actor, moved.location_value_id);

  const hadDualAuth = before.info.dual_auth ?? false;
  const newDualAuth = dualAuth === hadDualAuth ? undefined : dualAuth;
  return {
    before,
    tags,
    dualAuth: newDualAuth,
    moved,
    changes: [
      ...change('name', before.name, name),
      ...change('dual_auth', String(hadDualAuth), String(newDualAuth ?? hadDualAuth)),
      ...change('curfew', before.curfew, curfew === undefined ? before.curfew : curfew),
      ...tagChanges(tags, stored),
    ],
    replaced: {
      ...(newDualAuth === undefined ? {} : { dualAuth: hadDualAuth }),
      ...(tags.length
        ? { tags: Object.fromEntries(tags.map(({ definition }) => [definition.id, contentBefore(definition)])) }
        : {}),
    },
    locations: [...locationIds(before.location_id), ...(moved ? locationIds(moved.location_value_id) : [])],
  };
}

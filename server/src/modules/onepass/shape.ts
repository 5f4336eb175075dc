import type { TagDefinition } from '@keyward/contract/groups';
import type { SecureKey } from '@keyward/contract/onepass';
import { isVisibleAtEach } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { contentByTag, namesOf, noContent, toAssignment } from '#core/tags/tags.ts';
import type { StoredKey } from './queries.ts';

/** A stored key in the contract's shape, with its invitation if the actor may open that. */
export function toKey(
  stored: StoredKey,
  definitions: readonly TagDefinition[],
  actor: Pick<Actor, 'allData' | 'locations'>,
): SecureKey {
  const content = contentByTag(stored.tags);
  const location = definitions.find((d) => d.is_location);
  if (location && stored.location_id) content.set(location.id, { ...noContent, valueIds: [stored.location_id] });
  const assigned = definitions.filter((d) => content.has(d.id));
  const namesIn = (definition: TagDefinition) => namesOf(definition, content.get(definition.id) ?? noContent);
  const tagValues = assigned.filter((d) => d.type === 1 && !d.is_location).flatMap(namesIn);
  const { invite_id: inviteId, invite_status: status } = stored;
  const email = isVisibleAtEach(actor, stored.invite_locations ?? []) ? stored.given_to : null;
  return {
    id: stored.id,
    device: {
      id: stored.device_id,
      name: stored.device_name,
      serial_number: stored.serial_number,
      tagValues,
      tags: assigned.map((d) => toAssignment(d, content.get(d.id) ?? noContent)),
    },
    device_type: { name: stored.device_type_name },
    locationTagValue: (location && namesIn(location)[0]) ?? null,
    tagValues,
    expiration_timestamp: stored.expires_at,
    count: stored.max_uses,
    uses: stored.uses,
    last_used_at: stored.last_used_at,
    key_timestamp: stored.created_at,
    duration: stored.duration,
    created_by: stored.created_by_name,
    invite_email: email,
    invite_status: status,
    status: stored.status,
    invitations:
      inviteId !== null && email !== null && status !== null
        ? [{ id: inviteId, email, sent_at: stored.invite_sent_at, status }]
        : [],
  };
}

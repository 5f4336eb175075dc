import type { TagDefinition } from '@keyward/contract/groups';
import type { Profile } from '@keyward/contract/profiles';
import { contentByTag, namesOf, noContent, toAssignment } from '#core/tags/tags.ts';
import type { StoredProfile } from './queries.ts';

/** A stored profile in the contract's shape, without password data. */
export function toProfile(stored: StoredProfile, definitions: readonly TagDefinition[]): Omit<Profile, 'keys_held'> {
  const content = contentByTag(stored.tags);
  const assigned = definitions.filter((d) => content.has(d.id));
  const names = (d: TagDefinition) => namesOf(d, content.get(d.id) ?? noContent);
  const location = assigned.find((d) => d.is_location);
  return {
    id: stored.id,
    name: stored.name,
    username: stored.username,
    email: stored.email,
    disabled: stored.disabled,
    valid_from: stored.valid_from,
    valid_until: stored.valid_until,
    roles: stored.roles.map(({ id, name, builtIn }) => ({ id, name, builtIn })),
    roleIds: stored.roles.map((role) => role.id),
    tagValues: assigned.filter((d) => d.type === 1 && !d.is_location).flatMap(names),
    locationTagValue: (location && names(location).join(', ')) || null,
    tags: assigned.map((d) => toAssignment(d, content.get(d.id) ?? noContent)),
    login_type: stored.sso ? 'singleSignOn' : 'password',
    last_activity: stored.last_active_at,
    last_activity_portal: stored.portal_active_at,
    last_activity_okm: stored.okm_active_at,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
    customerName: stored.customer,
    isKeywardAdmin: stored.is_keyward_admin,
    singleSignOn: stored.sso,
    isPasswordTemporary: stored.password_temporary,
    pin_set_at: stored.pin_set_at,
    pin_at_okms: stored.pin_at_okms,
    version: stored.version,
  };
}

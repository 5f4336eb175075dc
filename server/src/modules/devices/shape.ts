import { type Device, type DeviceClass, supportsDualAuth } from '@keyward/contract/devices';
import type { TagDefinition } from '@keyward/contract/groups';
import { contentByTag, namesOf, noContent, type TagContent, toAssignment } from '#core/tags/tags.ts';
import type { StoredDevice } from './queries.ts';

type LostColumns = Pick<StoredDevice, 'lost_since' | 'lost_by' | 'lost_note'>;

const without = <T>(record: Record<string, T>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/** Tag contents of a device by tag id: groups, texts, and the location, which is stored on the device itself. */
export function contentOf(
  device: Pick<StoredDevice, 'tags' | 'location_id'>,
  definitions: readonly TagDefinition[],
): Map<string, TagContent> {
  const content = contentByTag(device.tags);
  const location = definitions.find((d) => d.is_location);
  if (location && device.location_id) content.set(location.id, { ...noContent, valueIds: [device.location_id] });
  return content;
}

/** The time since when a key is lost, with its report; null if it is not lost. */
export const lostOf = ({ lost_since: since, lost_by: by, lost_note: note }: LostColumns) =>
  since !== null && by !== null ? { since, by, note } : null;

/** A stored device in the contract's shape. An OKM's lastIp is never exposed (specification, part 2, section 3). */
export function toDevice(stored: StoredDevice, definitions: readonly TagDefinition[]): Omit<Device, 'serves'> {
  const { type } = stored;
  const content = contentOf(stored, definitions);
  const assigned = definitions.filter((d) => content.has(d.id));
  const of = (d: TagDefinition) => content.get(d.id) ?? noContent;
  const location = assigned.find((d) => d.is_location);
  const withoutIp = <T>(record: Record<string, T>) =>
    type.device_class === ('OKM' satisfies DeviceClass) ? without(record, 'lastIp') : record;
  return {
    id: stored.id,
    name: stored.name,
    serial_number: stored.serial_number,
    device_type_name: type.name,
    device_type: { id: type.id, name: type.name },
    device_class: type.device_class,
    tagValues: assigned.filter((d) => d.type === 1 && !d.is_location).flatMap((d) => namesOf(d, of(d))),
    locationTagValue: location ? (namesOf(location, of(location))[0] ?? null) : null,
    tags: assigned.map((d) => toAssignment(d, of(d))),
    info: {
      secureKeyCompatible: type.secure_key_compatible,
      isLocationRestricted: type.location_restricted,
      isDeletionRestricted: type.deletion_restricted,
      ...(supportsDualAuth(type.name) ? { dual_auth: stored.info.dual_auth ?? false } : {}),
    },
    info_schema: type.info_schema,
    state: withoutIp(stored.state),
    state_schema: withoutIp(type.state_schema),
    state_times: withoutIp(stored.state_times),
    state_updated_at: stored.state_updated_at,
    security_status: stored.security_status,
    controller:
      stored.controller_id && stored.controller_name
        ? { id: stored.controller_id, name: stored.controller_name }
        : null,
    custody:
      stored.checked_out_at === null
        ? null
        : {
            since: stored.checked_out_at,
            holder: stored.holder_id && stored.holder_name ? { id: stored.holder_id, name: stored.holder_name } : null,
            holderUnknown: stored.profile_id === null,
          },
    lost: lostOf(stored),
    curfew: stored.curfew,
    created_at: stored.created_at,
    version: stored.version,
  };
}

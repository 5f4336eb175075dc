// Reasons for refused attempts at devices whose controllers give none.
import { checkStanding } from '@keyward/contract/access';
import type { RefusalReason } from '@keyward/contract/refusals';
import { accessDevicesById, accessProfilesById, type NamedProfile } from '#core/auth/access.ts';
import { clock } from '#core/clock.ts';
import type { NewEvent } from '#core/events/events.ts';
import type { Db } from '#db/tenant.ts';

const isUnexplained = ({ result, reason, agent }: NewEvent) =>
  result === 'unauthorized' && reason === undefined && agent !== undefined;

const idsOf = (events: readonly NewEvent[], of: 'agent' | 'entity') => [
  ...new Set(events.flatMap((event) => event[of]?.id ?? [])),
];

/** The profile with its validity at that time. */
function validAt(profile: NamedProfile, time: Date): NamedProfile {
  const { validFrom, validUntil } = profile;
  return {
    ...profile,
    begun: validFrom === null || new Date(validFrom) <= time,
    ended: validUntil !== null && new Date(validUntil) <= time,
  };
}

/**
 * Adds to each refusal without a reason the unknown person, or the first standing rule that fails by the present data and the
 * validity at that time. No rule fails if only the controller knew the reason. Reads nothing unless a known person was refused.
 */
export async function withReasons(db: Db, events: NewEvent[]): Promise<NewEvent[]> {
  const unexplained = events.filter(isUnexplained);
  if (unexplained.length === 0) return events;
  const profileIds = idsOf(unexplained, 'agent');
  const [profiles, devices] = await Promise.all([
    accessProfilesById(db, profileIds),
    profileIds.length > 0 ? accessDevicesById(db, idsOf(unexplained, 'entity')) : [],
  ]);
  const profileOf = new Map(profiles.map((profile) => [profile.id, profile]));
  const deviceOf = new Map(devices.map((device) => [device.id, device]));
  const reasonFor = ({ agent, entity, time = clock.now() }: NewEvent): RefusalReason | undefined => {
    if (!agent?.id) return 'unknownPerson';
    const profile = profileOf.get(agent.id);
    const device = deviceOf.get(entity?.id ?? '');
    if (!profile || !device) return undefined;
    return checkStanding(validAt(profile, time), device).find(({ passed }) => !passed)?.rule;
  };
  return events.map((event) => {
    const reason = isUnexplained(event) ? reasonFor(event) : undefined;
    return reason ? { ...event, reason } : event;
  });
}

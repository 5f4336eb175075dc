// The people who gain and lose the use of devices by a change to them.
import { checkStanding, isAllowed, type StandingDevice } from '@keyward/contract/access';
import { can } from '@keyward/contract/permissions';
import { accessDevicesById, accessProfilesAt, type NamedProfile } from '#core/auth/access.ts';
import { isProfileVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { rightOf } from '#core/controllers/entries.ts';
import { pacing } from '#core/pace.ts';
import type { Db } from '#db/tenant.ts';
import type { Judged } from './judge.ts';

/** Number of people that are named for each device. */
const maxNames = 5;

type Effect = { gaining: NamedProfile[]; losing: NamedProfile[] };
const noEffect: Effect = { gaining: [], losing: [] };

/** The attributes of the device that the standing rules read, after the change. */
function standingAfter(device: StandingDevice, { tags, moved }: Judged): StandingDevice {
  const groups = { ...device.groups };
  for (const { definition, content } of tags) {
    if (definition.type !== 1 || definition.is_location) continue;
    if (content.every || content.valueIds.length) groups[definition.id] = content.every ? '*' : content.valueIds;
    else delete groups[definition.id];
  }
  return { ...device, location: moved ? moved.location_value_id : device.location, groups };
}

/** Applies the rules that controllers get: validity that begins later counts, because a change affects what they store. */
const mayUse = (profile: NamedProfile, device: StandingDevice) =>
  isAllowed(checkStanding({ ...profile, begun: true }, device));

/**
 * Counts the people, at all locations, who gain and lose the use of a device, and names for each device some of those who are
 * visible to the actor. Devices whose access rights change in the same way are judged once.
 */
export async function effectOnPeople(db: Db, actor: Actor, changed: readonly Judged[]) {
  const concerned = changed.filter(({ tags, moved }) => tags.length > 0 || moved);
  const devices = new Map(
    (
      await accessDevicesById(
        db,
        concerned.map(({ before }) => before.id),
      )
    ).map((device) => [device.id, device]),
  );
  const steps = concerned.flatMap((one) => {
    const before = devices.get(one.before.id);
    if (!before) return [];
    const after = standingAfter(before, one);
    return [{ id: before.id, before, after, key: `${rightOf(before)} ${rightOf(after)}` }];
  });
  const locations = new Set(steps.flatMap(({ before, after }) => [before.location, after.location]));
  const people = await accessProfilesAt(
    db,
    [...locations].filter((location) => location !== null),
  );
  const pace = pacing();
  const effects = new Map<string, Effect>();
  for (const { key, before, after } of steps) {
    if (effects.has(key)) continue;
    const effect: Effect = { gaining: [], losing: [] };
    for (const person of people) {
      await pace();
      const [could, will] = [mayUse(person, before), mayUse(person, after)];
      if (could !== will) (will ? effect.gaining : effect.losing).push(person);
    }
    effects.set(key, effect);
  }
  const byDevice = new Map(steps.map(({ id, key }) => [id, effects.get(key) ?? noEffect]));
  const distinct = (which: keyof Effect) =>
    new Set([...effects.values()].flatMap((effect) => effect[which].map(({ id }) => id))).size;
  const mayName = can.readUsers.holds(actor.authority);
  const shown = (some: readonly NamedProfile[]) => ({
    count: some.length,
    names: some
      .filter(({ locations: own }) => mayName && isProfileVisible(actor, own))
      .map(({ name }) => name)
      .toSorted((a, b) => a.localeCompare(b))
      .slice(0, maxNames),
  });
  return {
    gaining: distinct('gaining'),
    losing: distinct('losing'),
    of: ({ before }: Judged) => {
      const { gaining, losing } = byDevice.get(before.id) ?? noEffect;
      return { gaining: shown(gaining), losing: shown(losing) };
    },
  };
}

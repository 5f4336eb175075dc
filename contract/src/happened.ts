import type { EventResult, EventType } from './activity.ts';

/**
 * What happened, for the types of events that several things are recorded by: which of them, follows from the result and
 * from the attributes that the device reported.
 */
export const happenings = [
  'unlocked',
  'locked',
  'openedByTwo',
  'unlockRefused',
  'unlockFailed',
  'armed',
  'disarmed',
  'alarmRefused',
  'alarmFailed',
  'keyTaken',
  'keyReturned',
  'keyRefused',
  'keyFailed',
] as const;
export type Happening = (typeof happenings)[number];

type Ways = {
  /** Where it was not granted, or did not work. */
  refused?: Happening;
  failed?: Happening;
  /** Of a granted one: by the value of this attribute, which every one of them reports. */
  by?: { attribute: string; yes: Happening; no: Happening };
  /** Of a granted one, without the attribute. */
  otherwise?: Happening;
};
const lock = { refused: 'unlockRefused', failed: 'unlockFailed' } as const;
const ways: { readonly [T in EventType]?: Ways } = {
  LOCK_UNLOCK: { ...lock, by: { attribute: 'secured', yes: 'locked', no: 'unlocked' } },
  DUAL_AUTHORIZATION_UNLOCK: { ...lock, otherwise: 'openedByTwo' },
  ARM_DISARM_ALARM: {
    refused: 'alarmRefused',
    failed: 'alarmFailed',
    by: { attribute: 'armed', yes: 'armed', no: 'disarmed' },
  },
  KEY_CHECKOUT: { refused: 'keyRefused', failed: 'keyFailed', otherwise: 'keyTaken' },
  KEY_CHECKIN: { otherwise: 'keyReturned' },
};
const types = Object.entries(ways);

/** Whether events of this type stand for several things. */
export const hasHappenings = (type: EventType): boolean => ways[type] !== undefined;

/** The types of events by which one of these is recorded. */
export const typesOfHappenings = (values: readonly string[]): string[] =>
  types.flatMap(([type, { refused, failed, by, otherwise }]) =>
    [refused, failed, by?.yes, by?.no, otherwise].some((one) => one !== undefined && values.includes(one))
      ? [type]
      : [],
  );

/** What an event needs for it. */
export type Happened = {
  event: EventType;
  result?: EventResult | null;
  changes?: readonly { attribute: string; newValue: string | null }[];
};

/** Undefined for events of other types, and where the device did not say which of the two it was. */
export function happeningOf({ event, result, changes = [] }: Happened): Happening | undefined {
  const way = ways[event];
  if (!way) return undefined;
  if (result === 'unauthorized') return way.refused;
  if (result === 'failure') return way.failed;
  if (!way.by) return way.otherwise;
  const { attribute, yes, no } = way.by;
  const value = changes.findLast((change) => change.attribute === attribute)?.newValue;
  return value === 'true' ? yes : value === 'false' ? no : undefined;
}

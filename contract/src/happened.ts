import type { EventResult, EventType } from './activity.ts';

/**
 * Happenings of the event types that record more than one kind of them. The result and the attributes that the device
 * reported tell which one an event records.
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
  /** For an attempt that was refused, or that failed. */
  refused?: Happening;
  failed?: Happening;
  /** For a granted attempt: chosen by the value of this attribute, which every such event reports. */
  by?: { attribute: string; yes: Happening; no: Happening };
  /** For a granted attempt, in a type without such an attribute. */
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

/** Whether events of this type record more than one kind of happening. */
export const hasHappenings = (type: EventType): boolean => ways[type] !== undefined;

/** The event types that record at least one of these happenings. */
export const typesOfHappenings = (values: readonly string[]): string[] =>
  types.flatMap(([type, { refused, failed, by, otherwise }]) =>
    [refused, failed, by?.yes, by?.no, otherwise].some((one) => one !== undefined && values.includes(one))
      ? [type]
      : [],
  );

/** The fields of an event that decide its happening. */
export type Happened = {
  event: EventType;
  result?: EventResult | null;
  changes?: readonly { attribute: string; newValue: string | null }[];
};

/** The happening of an event; undefined for other types, and where the device did not report which of the two it was. */
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

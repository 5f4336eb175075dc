// Without schemas: the portal shows these.

export const commandTypes = ['unlock'] as const;

/**
 * `handedOut`: its controller has fetched it and has not answered yet. `unknown`: it ended without an answer.
 * `refused`: by the controller.
 */
export const commandStates = ['saved', 'handedOut', 'done', 'refused', 'unknown', 'cancelled'] as const;
export type CommandState = (typeof commandStates)[number];

/** Reasons for the end of a command, where the controller gave none in its own words. */
export const commandReasons = [
  'notFetched',
  'notConfirmed',
  'byPerson',
  'rightWithdrawn',
  'organizationSuspended',
] as const;
export type CommandReason = (typeof commandReasons)[number];

/** Reasons why a profile cannot send a command now, in evaluation order. */
export const unlockObstacles = [
  'permission',
  'location',
  'switchedOff',
  'kind',
  'noController',
  'groups',
  'waiting',
] as const;
export type UnlockObstacle = (typeof unlockObstacles)[number];

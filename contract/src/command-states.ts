// Without schemas: the portal shows these.

export const commandTypes = ['unlock'] as const;

/**
 * `handedOut`: its controller has it, and nothing says yet what came of it. `unknown`: it ended without that.
 * `refused`: by the controller.
 */
export const commandStates = ['saved', 'handedOut', 'done', 'refused', 'unknown', 'cancelled'] as const;
export type CommandState = (typeof commandStates)[number];

/** Why a command ended as it did, where the controller's own words do not say it. */
export const commandReasons = [
  'notFetched',
  'notConfirmed',
  'byPerson',
  'rightWithdrawn',
  'organizationSuspended',
] as const;
export type CommandReason = (typeof commandReasons)[number];

/** Why a person cannot send one now, in the order in which they are judged. */
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

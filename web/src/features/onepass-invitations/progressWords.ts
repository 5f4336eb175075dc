import type { Invite, InviteKey, InviteStep } from '@keyward/contract/invitations';

type Uses = Pick<Invite, 'uses' | 'count'> & { steps: readonly Pick<InviteStep, 'step'>[] };

/**
 * The text below `invitations.progress` that says how often an invitation was used. Undefined where it was used and its
 * keys are gone: there is nothing left to count.
 */
export function saidOfUses({ uses, count, steps }: Uses): 'notUsed' | 'usesMade' | undefined {
  // uses that were given back, or whose key was deleted with its device, are not counted
  if (uses === 0 && steps.every(({ step }) => step !== 'used')) return 'notUsed';
  return count === 0 ? undefined : 'usesMade';
}

/** The text of a step, below `invitations.steps`. `key`: that of the step, unless it was deleted with its device. */
export function stepText(
  { step, detail }: Pick<InviteStep, 'step' | 'detail'>,
  key: Pick<InviteKey, 'count'> | undefined,
) {
  if (step === 'used' && !key) return 'usedGone';
  return detail === null && (step === 'delayed' || step === 'refused') ? (`${step}Silent` as const) : step;
}

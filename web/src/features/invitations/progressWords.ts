import type { Invite, InviteKey, InviteStep } from '@keyward/contract/invitations';

type Uses = Pick<Invite, 'uses' | 'count'> & { steps: readonly Pick<InviteStep, 'step'>[] };

/**
 * Text key below `invitations.progress` for the number of uses. Undefined if the invitation was used and its keys are gone:
 * nothing is left to count.
 */
export function saidOfUses({ uses, count, steps }: Uses): 'notUsed' | 'usesMade' | undefined {
  // uses that were returned, or whose key was deleted with its device, are not in the count
  if (uses === 0 && steps.every(({ step }) => step !== 'used')) return 'notUsed';
  return count === 0 ? undefined : 'usesMade';
}

/** Text key of a step, below `invitations.steps`. `key`: the key of the step, unless it was deleted with its device. */
export function stepText(
  { step, detail }: Pick<InviteStep, 'step' | 'detail'>,
  key: Pick<InviteKey, 'count'> | undefined,
) {
  if (step === 'used' && !key) return 'usedGone';
  return detail === null && (step === 'delayed' || step === 'refused') ? (`${step}Silent` as const) : step;
}

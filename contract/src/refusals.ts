// Without schemas: the portal shows these.
import { accessRules } from './access.ts';
import { redeemReasons } from './redeem-reasons.ts';

/** Reasons of a controller's refusal: the rule that failed, or its own finding. */
export const reportedReasons = [...accessRules, 'unknownPerson', 'boltBlocked'] as const;

/** Reasons of a refused attempt at a device. */
export const refusalReasons = [...reportedReasons, ...redeemReasons] as const;
export type RefusalReason = (typeof refusalReasons)[number];

type Refused = {
  event: string;
  reason?: RefusalReason | undefined;
  description: { changes: readonly { attribute: string; newValue: string | null }[] };
};
const isReason = (text: unknown): text is RefusalReason => refusalReasons.some((reason) => reason === text);

/** The stored reason; codes that former releases refused have it among their changes. */
export function reasonOf({ event, reason, description }: Refused): RefusalReason | undefined {
  if (reason !== undefined || event !== 'USE_SECURE_KEY') return reason;
  const said = description.changes.find(({ attribute }) => attribute === 'reason')?.newValue;
  return isReason(said) ? said : undefined;
}

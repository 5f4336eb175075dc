import type { Event } from '@keyward/contract/activity';
import { reasonOf } from '@keyward/contract/refusals';

/** The serial number of the controller that reported the event. */
export const reporterOf = ({ rawDescription }: Pick<Event, 'rawDescription'>): string | undefined =>
  /"controller":\s*"([\dA-F]{16})"/.exec(rawDescription)?.[1];

function namesReason(rawDescription: string): boolean {
  try {
    const report: unknown = JSON.parse(rawDescription);
    return typeof report === 'object' && report !== null && 'reason' in report;
  } catch {
    // not known to be the portal's
    return true;
  }
}

/** An event of this age can have met other rules than those that were stored when its report arrived. */
const lateMs = 5 * 60_000;

/**
 * Whether the reason of a refusal is what the portal found when the report arrived, more than five minutes after the event: a
 * controller that names a reason has it in its report. Decision 0099.
 */
export const isOfReceipt = (event: Event): boolean =>
  reasonOf(event) !== undefined &&
  reporterOf(event) !== undefined &&
  Date.parse(event.received_at) - Date.parse(event.event_time) > lateMs &&
  !namesReason(event.rawDescription);

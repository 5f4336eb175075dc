import type { Event } from '@keyward/contract/activity';
import { reasonOf } from '@keyward/contract/refusals';

/** A controller by its serial number at that time, and by its id, which events of former releases lack. */
export type ReportedBy = { serial: string; id: string | undefined };

/** The controller that reported the event. */
export function reporterOf({ rawDescription }: Pick<Event, 'rawDescription'>): ReportedBy | undefined {
  const serial = /"controller":\s*"([\dA-F]{16})"/.exec(rawDescription)?.[1];
  return serial === undefined
    ? undefined
    : { serial, id: /"controllerId":\s*"([\da-f-]{36})"/.exec(rawDescription)?.[1] };
}

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

import type { Event } from '@keyward/contract/activity';
import { reasonOf } from '@keyward/contract/refusals';

/** Controller: its serial number at that time and its id; events of former releases have no id. */
export type ReportedBy = { serial: string; id: string | undefined };

/** Controller that reported the event; undefined if none did. */
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
    // unreadable: assumes that the controller named the reason
    return true;
  }
}

/** Beyond this delay, in ms, the rules at receipt may differ from those at the time of the event. */
const lateMs = 5 * 60_000;

/**
 * Whether the portal found the reason of a refusal when the report arrived, more than five minutes after the event. A controller
 * that names a reason has it in its report. Decision 0099.
 */
export const isOfReceipt = (event: Event): boolean =>
  reasonOf(event) !== undefined &&
  reporterOf(event) !== undefined &&
  Date.parse(event.received_at) - Date.parse(event.event_time) > lateMs &&
  !namesReason(event.rawDescription);

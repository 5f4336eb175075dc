import { z } from 'zod';
import { histogram, histogramQuery } from './histogram.ts';
import { endpoint } from './endpoint.ts';
import { entityKinds } from './kinds.ts';
import { listOf, listQuery, rowTags } from './list.ts';
import { can } from './permissions.ts';
import { refusalReasons } from './refusals.ts';
import { listResources, resources } from './resources.ts';
import { id, idParams, instant } from './text.ts';

type ResourceEvent = NonNullable<(typeof resources)[keyof typeof resources]['events']>;
type RowEventType = `${'ADD' | 'MODIFY' | 'DELETE'}_${ResourceEvent}`;
const rowEventTypes = listResources.flatMap((resource): RowEventType[] => {
  const { events } = resources[resource];
  return events === null ? [] : [`ADD_${events}`, `MODIFY_${events}`, `DELETE_${events}`];
});

/** Event types that the portal records, besides those of rows. */
const portalEventTypes = [
  'LOGIN',
  'FAILED_LOGIN',
  'LOGOUT',
  'REVOKE_SESSION',
  'RESET_PASSWORD',
  'ADD_TAG_DEFINITION',
  'MODIFY_TAG_DEFINITION',
  'DELETE_TAG_DEFINITION',
  'ADD_ROLE',
  'MODIFY_ROLE',
  'DELETE_ROLE',
  'ASSIGN_ROLE',
  'REVOKE_ROLE',
  'ADD_VIEW',
  'MODIFY_VIEW',
  'DELETE_VIEW',
  'ADD_WATCH',
  'MODIFY_WATCH',
  'DELETE_WATCH',
  'ADD_REPORT',
  'MODIFY_REPORT',
  'DELETE_REPORT',
  'EXPORT_CSV',
  'ADD_DEVICE_TYPE',
  'IMPORT_USERS',
  'ACTIVATE_USERS',
  'RESET_PIN',
  'REVEAL_PIN',
  'SHOW_PIN_SLIP',
  'EXPORT_PINS',
  'ISSUE_CONTROLLER_TOKEN',
  'REVOKE_CONTROLLER_TOKEN',
  'REPLACE_DEVICE',
  'RESTORE_DEVICE',
  'RESTORE_USER',
  'CONTROLLER_DRIFT',
  'REPORT_KEY_LOST',
  'REPORT_KEY_FOUND',
  'ADD_SECURE_KEY',
  'SEND_INVITATION',
  'CANCEL_INVITATION',
  'ACCEPT_INVITATION',
  'CORRECT_INVITATION',
  'SHARE_INVITATION',
  'USE_SECURE_KEY',
  'RETURN_SECURE_KEY_USE',
  'WRONG_ENTRIES',
  'REMOTE_UNLOCK',
  'REMOTE_UNLOCK_OUTCOME',
  'CANCEL_REMOTE_UNLOCK',
  'REMIND_KEY_HOLDER',
  'MODIFY_TENANT',
  'ISSUE_SIGN_IN_LINK',
  'ISSUE_PASSWORD_LINK',
] as const;

/** Types that a controller may report. */
export const deviceEventTypes = [
  'LOCK_UNLOCK',
  'ARM_DISARM_ALARM',
  'ASSET_CHANGE',
  'USER_CHANGE',
  'KEY_CHECKIN',
  'KEY_CHECKOUT',
  'DUAL_AUTHORIZATION_UNLOCK',
  'AUTHORIZE_DETACHER',
  'DEAUTHORIZE_DETACHER',
  'ETHERNET_PARTNER',
  'FOREIGN_KEY_DOCKED',
  'LOCK_UPGRADE_SUCCESS',
  'LOCK_UPGRADE_FAIL',
  'AUDIT_DATA_STORAGE_STATE_CHANGE',
  'CLOCK_STATE_CHANGE',
  'EXTERNAL_POWER_STATE_CHANGE',
  'SDC_STATE_CHANGE',
  'STORE_MODE_SETUP_STATE_CHANGE',
  'USB_STATE_CHANGE',
] as const;
export type DeviceEventType = (typeof deviceEventTypes)[number];

export type EventType = RowEventType | (typeof portalEventTypes)[number] | DeviceEventType;
/** Event types. Specification, part 2, section 3 'Event'. */
export const eventTypes: readonly EventType[] = [...rowEventTypes, ...portalEventTypes, ...deviceEventTypes];

export const eventResults = ['success', 'failure', 'unauthorized'] as const;
export type EventResult = (typeof eventResults)[number];

/** The origin of an event: a call of the portal's API, a controller's report, the installation's command line. */
const eventSystems = ['portal', 'gateway', 'commandLine'] as const;
export type EventSystem = (typeof eventSystems)[number];

const eventChange = z.object({
  attribute: z.string(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
});
export type EventChange = z.infer<typeof eventChange>;

/** One event. Everything but `id` and `event_time` is a snapshot of that moment; events never change. */
export const event = z.object({
  id,
  event: z.enum(eventTypes),
  event_time: instant,
  received_at: instant,
  result: z.enum(eventResults).nullable(),
  agent_domain: z.enum(entityKinds).nullable(),
  agent_id: id.nullable(),
  entity_domain: z.enum(entityKinds).nullable(),
  entity_id: id.nullable(),
  description: z.object({
    agentName: z.string().nullable(),
    agentEmail: z.string().nullable(),
    entityName: z.string().nullable(),
    entityEmail: z.string().nullable(),
    changes: z.array(eventChange),
  }),
  rawDescription: z.string(),
  /** Absent, like the following, if it was not recorded. */
  system: z.enum(eventSystems).optional(),
  /** Why it was refused, where that is known. */
  reason: z.enum(refusalReasons).optional(),
  /** The number of occurrences, where the device merges repeats into one event. */
  occurrence: z.int().optional(),
  /** The user agent of the call that recorded the event. */
  user_agent: z.string().optional(),
  /** The address of the caller who was shown a PIN. */
  address: z.string().optional(),
  /** The acting operator: an account at the command line, or the e-mail address of the vendor's staff. */
  operator: z.string().optional(),
  /** The event's locations that the caller may see, under the location tag's id, for queries with `with=tags`. */
  tags: rowTags.optional(),
  /** Beside `tags`: the event has other locations as well, which the caller may not see. */
  elsewhere: z.literal(true).optional(),
});
export type Event = z.infer<typeof event>;

export const activity = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/events',
    summary: 'What happened, newest first, within the caller’s locations.',
    needs: can.readEvents,
    query: listQuery,
    reply: listOf(event),
    list: 'event',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/events/:id',
    summary: 'One event.',
    needs: can.readEvents,
    params: idParams,
    reply: z.object({ data: event }),
  }),
  histogram: endpoint({
    method: 'GET',
    path: '/api/v1/events/histogram',
    summary: 'The events that a query of the list finds, by bars of time: their sum is the list’s total.',
    needs: can.readEvents,
    query: histogramQuery,
    reply: z.object({ data: histogram }),
  }),
};

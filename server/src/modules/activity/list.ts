import { activity, eventResults, eventTypes } from '@keyward/contract/activity';
import { happenings, typesOfHappenings } from '@keyward/contract/happened';
import { entityKinds } from '@keyward/contract/kinds';
import { pinEvents } from '@keyward/contract/pins';
import { refusalReasons } from '@keyward/contract/refusals';
import { can } from '@keyward/contract/permissions';
import { parties, searchEvents } from '#core/events/search.ts';
import { defineList } from '#core/list/define.ts';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import { setsWithLocations, visibleSets } from '#core/list/conditions/scope.ts';
import type { Params } from '#core/list/params.ts';
import { clockColumns, eventColumns, moreEventColumns, refusalColumns } from './columns.ts';
import { eventActions } from './actions.ts';
import { eventTotal } from './total.ts';
import type { Column, Scope } from '#core/list/types.ts';
import type { BuiltInView } from '#core/list/views/types.ts';

/** Filters names by their appearance in that role in events that the actor may see. */
const appearsAs = (of: 'agent' | 'entity') => (scope: Scope, params: Params) => {
  const locations = scope ? ` and ${equalsOneOf('x.location_set_id', scope, 'uuid[]', params)}` : '';
  const existsIn = (table: string) =>
    `exists (select 1 from ${table} x where ${params.own('x')} and x.party_id = p.id and x.as_${of} > 0${locations})`;
  return `(${existsIn('event_party_total')} or ${existsIn('event_party_new')})`;
};
const name = (of: 'agent' | 'entity'): Column => ({
  type: 'text',
  filter: 'fold(p.name)',
  within: 'p.search',
  lookup: parties(of),
  offers: { shown: 'p.name', folded: 'fold(p.name)', visible: appearsAs(of) },
  exists: `e.${of}_party`,
});
const email = (of: 'agent' | 'entity'): Column => ({
  type: 'text',
  filter: 'fold(p.email)',
  within: 'p.search',
  lookup: parties(of),
  offers: { shown: 'p.email', folded: 'fold(p.email)', visible: appearsAs(of) },
  exists: (own) => `(select p.email from event_party p where ${own('p')} and p.id = e.${of}_party)`,
});
const ref = (of: 'agent' | 'entity'): Column => ({
  type: 'id',
  filter: 'p.ref_id',
  lookup: parties(of),
  exists: `e.${of}_id`,
});

type Row = { body: string };

export const eventList = defineList<Row>({
  resource: 'event',
  table: 'event',
  as: 'e',
  window: { by: 'e.event_time', days: 31 },
  rowKey: ['event_time'],
  select: ['body'],
  stored: 'body',
  print: (row) => row.body,
  columns: {
    id: { type: 'id', required: true, unlisted: true, filter: 'e.id' },
    event: {
      type: 'enum',
      required: true,
      values: eventTypes,
      filter: 'e.event',
      indexed: { type: 'text', sorts: ['event_time'] },
      sort: { by: 'e.event', stable: true, ties: { by: 'e.event_time', type: 'instant' } },
    },
    happened: {
      type: 'enum',
      values: happenings,
      filter: 'e.happened',
      // the condition on the type lets the index on types serve the query
      implied: (values, params) => equalsOneOf('e.event', typesOfHappenings(values), 'text[]', params),
      exists: `nullif(e.happened, '')`,
      header: 'happened',
      format: 'activity.happened',
    },
    event_time: {
      type: 'instant',
      required: true,
      filter: 'e.event_time',
      sort: { by: 'e.event_time', stable: true },
    },
    ...clockColumns,
    received_at: { type: 'instant', required: true, filter: 'e.received_at' },
    occurrence: { type: 'number', filter: 'e.occurrence' },
    result: { type: 'enum', values: eventResults, filter: 'e.result' },
    reason: {
      type: 'enum',
      values: refusalReasons,
      filter: 'e.reason',
      exists: `nullif(e.reason, '')`,
      indexed: { type: 'text', sorts: ['event_time'], rare: true },
    },
    agent_domain: { type: 'enum', values: entityKinds, filter: 'e.agent_domain' },
    agent_id: ref('agent'),
    'description.agentName': name('agent'),
    'description.agentEmail': email('agent'),
    entity_domain: { type: 'enum', values: entityKinds, filter: 'e.entity_domain' },
    entity_id: ref('entity'),
    'description.entityName': name('entity'),
    'description.entityEmail': email('entity'),
  },
  search: searchEvents,
  tags: { set: 'e.location_set_id', after: 'description.entityName' },
  scope: {
    column: 'e.location_set_id',
    values: visibleSets,
    valuesFor: setsWithLocations,
    unassigned: 'noLocation',
    sorts: ['event_time'],
  },
  total: eventTotal,
  views: [
    view('Overview', 'Everything that happened, newest first.', {}),
    view('Key Activity', 'Keys checked out and in.', { event: 'KEY_CHECKIN,KEY_CHECKOUT,FOREIGN_KEY_DOCKED' }),
    view('Lock/Unlock Activity', 'Locks opened and closed, and by whom.', {
      event:
        'LOCK_UNLOCK,DUAL_AUTHORIZATION_UNLOCK,ARM_DISARM_ALARM,REMOTE_UNLOCK,REMOTE_UNLOCK_OUTCOME,CANCEL_REMOTE_UNLOCK',
    }),
    view('OnePASS Activity', 'Keys made and used; invitations sent, accepted and cancelled.', {
      event:
        'ADD_SECURE_KEY,SEND_INVITATION,SHARE_INVITATION,CORRECT_INVITATION,ACCEPT_INVITATION,CANCEL_INVITATION,' +
        'USE_SECURE_KEY,RETURN_SECURE_KEY_USE',
    }),
    view('PIN', 'PINs shown, reset and exported.', { event: pinEvents.join() }),
    view('Profile Activity', 'Sign-ins and changes to profiles.', {
      event:
        'ADD_USER,MODIFY_USER,DELETE_USER,RESTORE_USER,IMPORT_USERS,ACTIVATE_USERS,ASSIGN_ROLE,REVOKE_ROLE,LOGIN,' +
        'FAILED_LOGIN,LOGOUT,ISSUE_SIGN_IN_LINK,ISSUE_PASSWORD_LINK,REVOKE_SESSION,RESET_PASSWORD,' +
        pinEvents.join(),
    }),
    {
      ...view('Unauthorized Attempts', 'Attempts that were refused within the last {time}.', {
        result: 'unauthorized',
        event_time: 'gte:{ago}',
      }),
      period: 'unauthorizedAttemptsDays',
      columns: [...refusalColumns],
    },
  ],
  available: [...refusalColumns, ...moreEventColumns],
  needs: can.readEvents,
  export: can.exportEvents,
});

function view(value: string, description: string, filter: Record<string, string>): BuiltInView {
  return {
    value,
    label: value,
    description,
    isMultiselect: false,
    actions: eventActions,
    query: {
      resource: 'event',
      urlBasePath: activity.list.path,
      filter,
      searchableColumns: [
        'description.agentName',
        'description.agentEmail',
        'description.entityName',
        'description.entityEmail',
      ],
      sort: [['event_time', 'DESC']],
    },
    columns: [...eventColumns],
  };
}

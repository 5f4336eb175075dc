// Columns of a key's custody: its holder, the time of the check-out, and whether it is overdue.
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import type { ActorSql, Column, Lookup, Offers, Sort, TenantSql } from '#core/list/types.ts';
import { tenantSetting } from './tenant-setting.ts';

const holders = {
  from: (own) => `key_custody c left join profile p on ${own('p')} and p.id = c.profile_id where ${own('c')}`,
  id: 'c.device_id',
  columns: ['d.id'],
  sorts: [],
  entries: true,
} satisfies Lookup;

/**
 * Restricts holders, shown and searched, to profiles visible to the actor, and keys, like all devices, to the actor's locations.
 */
const visibleHolders: NonNullable<Offers['visible']> = (scope, params) =>
  scope
    ? `exists (select from profile_tag w where ${params.own('w')} and w.profile_id = c.profile_id
        and ${equalsOneOf('w.value_id', scope, 'uuid[]', params)})
      and exists (select from device x where ${params.own('x')} and x.id = c.device_id
        and ${equalsOneOf('x.location_value_id', scope, 'uuid[]', params)})`
    : undefined;
const offers = { shown: 'p.name', folded: 'p.name_fold', visible: visibleHolders } satisfies Offers;

const out = {
  lookup: holders,
  exists: (own) => `(select c.device_id from key_custody c where ${own('c')} and c.device_id = d.id)`,
} satisfies Partial<Column>;

/**
 * Whether a key that was taken at `since` is due by now, by the rule of the custody board; false without a curfew. `device` is
 * the key, `hours` the row of its location.
 */
const isDue = (since: string, { device, hours }: { device: string; hours: string }, own: Parameters<TenantSql>[0]) =>
  `coalesce(key_due(${since}, coalesce(${device}.curfew, ${hours}.curfew),
    coalesce(${hours}.time_zone, ${tenantSetting('timeZone', own)})) <= now(), false)`;

/** Joined to sort by the time of the check-out. */
export const custodyJoin: TenantSql = (own) => `left join key_custody c on ${own('c')} and c.device_id = d.id`;

export const custodyColumns = (ties: NonNullable<Sort['ties']>) =>
  ({
    held_by: { type: 'text', filter: 'p.name_fold', ...out, offers },
    // used by the link to the keys of a profile
    holder_id: { type: 'id', filter: 'c.profile_id', ...out, offers, unlisted: true },
    held_since: {
      type: 'instant',
      filter: 'c.checked_out_at',
      ...out,
      // the key that is out for longest comes first; those that are not out come last, whatever the direction
      sort: {
        by: `coalesce(c.checked_out_at, 'infinity'::timestamptz)`,
        down: `coalesce(c.checked_out_at, '-infinity'::timestamptz)`,
        joins: ['custody'],
        ties,
      },
    },
    overdue: {
      type: 'boolean',
      timed: true,
      filter: (own) => isDue('c.checked_out_at', { device: 'o', hours: 'h' }, own),
      ...out,
      lookup: {
        ...holders,
        from: (own) => `key_custody c join device o on ${own('o')} and o.id = c.device_id
          left join location_hours h on ${own('h')} and h.value_id = o.location_value_id where ${own('c')}`,
      },
    },
  }) satisfies Record<string, Column>;

export const holderSelect: TenantSql = (own) => `k.checked_out_at as held_since, h.id as holder_id, h.name as held_by,
  k.checked_out_at is not null and k.profile_id is null as holder_unknown,
  case when k.checked_out_at is not null then (
    select ${isDue('k.checked_out_at', { device: 'd', hours: 'r' }, own)} from (select) one
    left join location_hours r on ${own('r')} and r.value_id = d.location_value_id) end as overdue`;
/** Reads custody for keys only. */
export const holderJoins: ActorSql = (own, visible) => {
  const seen = visible('w.value_id');
  return `left join lateral (select c.profile_id, c.checked_out_at from key_custody c
      where t.device_class = 'KEY' and ${own('c')} and c.device_id = d.id offset 0) k on true
    left join lateral (select h.id, h.name from profile h where ${own('h')} and h.id = k.profile_id
      ${seen ? `and exists (select from profile_tag w where ${own('w')} and w.profile_id = h.id and ${seen})` : ''}
      offset 0) h on true`;
};

// Column of the time since when a key is reported lost.
import type { Column, Sort, TenantSql } from '#core/list/types.ts';

/** Joined to sort by that time. */
export const lostJoin: TenantSql = (own) => `left join lost_key x on ${own('x')} and x.device_id = d.id`;

export const lostColumns = (ties: NonNullable<Sort['ties']>) =>
  ({
    lost_since: {
      type: 'instant',
      filter: 'x.since',
      exists: (own) => `(select x.device_id from lost_key x where ${own('x')} and x.device_id = d.id)`,
      lookup: {
        from: (own) => `lost_key x where ${own('x')}`,
        id: 'x.device_id',
        columns: ['d.id'],
        sorts: [],
        entries: true,
      },
      // the key that is lost for longest comes first; those that are not lost come last, whatever the direction
      sort: {
        by: `coalesce(x.since, 'infinity'::timestamptz)`,
        down: `coalesce(x.since, '-infinity'::timestamptz)`,
        joins: ['lost'],
        ties,
      },
    },
  }) satisfies Record<string, Column>;

export const lostSelect = 'y.since as lost_since';
/** Reads the report for keys only. */
export const lostDetail: TenantSql = (own) =>
  `left join lateral (select y.since from lost_key y
      where t.device_class = 'KEY' and ${own('y')} and y.device_id = d.id offset 0) y on true`;

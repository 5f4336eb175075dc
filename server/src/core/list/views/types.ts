// The types of a view: as declared by its list, as seen by a tenant, and as used by a query.
import type { CustomView } from '@keyward/contract/list';
import type { OrganizationSettings } from '@keyward/contract/organization-settings';
import type { Rule } from '@keyward/contract/permissions';
import type { Actor } from '#core/auth/session.ts';

/** The tenant's values that a view can use as its period. */
export type Period = keyof Pick<
  OrganizationSettings,
  'offlineOkmMinutes' | 'unsecuredLockHours' | 'unauthorizedAttemptsDays' | 'inactiveUserDays'
>;

/** A view in the form of a tenant; its filters follow from the columns and the tenant's tags. */
export type TenantView = Omit<CustomView, 'filterSchema' | 'saved'> & {
  /** Required in addition to reading the list; without it the view does not exist. */
  needs?: Rule;
};

/**
 * A view as its list declares it. `period`: the tenant's value for it; `{ago}` in its filter becomes that time ago, and `{time}`
 * in its description that duration.
 */
export type BuiltInView = Omit<TenantView, 'period'> & { period?: Period };

/** The actor whose views are requested. */
export type Viewer = Pick<Actor, 'authority' | 'tenant'>;

/** The view of a query: built-in, or saved, whose filter is applied on top of the one it narrows. */
export type ListView = TenantView & { narrows?: TenantView; version?: number };

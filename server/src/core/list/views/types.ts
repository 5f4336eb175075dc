// What a view is: as a list declares it, as a tenant has it, as a query is asked through it.
import type { CustomView } from '@keyward/contract/list';
import type { Rule } from '@keyward/contract/permissions';
import type { Actor } from '#core/auth/session.ts';
import type { TenantConfig } from '#core/tenants.ts';

/** The tenant's values that a view can go by. */
export type Period = keyof Pick<
  TenantConfig,
  'offlineOkmMinutes' | 'unsecuredLockHours' | 'unauthorizedAttemptsDays' | 'inactiveUserDays'
>;

/** A view as a tenant has it; what it can be filtered by follows from the columns and the tenant's tags. */
export type TenantView = Omit<CustomView, 'filterSchema' | 'saved'> & {
  /** Who has it besides being able to read the list; for anybody else there is no such view. */
  needs?: Rule;
};

/**
 * A view as its list declares it. `period`: the tenant's value that it goes by; `{ago}` in its filter is so long ago, and
 * `{time}` in its description how long that is.
 */
export type BuiltInView = Omit<TenantView, 'period'> & { period?: Period };

/** Whose views are asked for. */
export type Viewer = Pick<Actor, 'authority' | 'tenant'>;

/** What a query is asked through: a built-in view, or a saved one, whose filter comes on top of the one it narrows. */
export type ListView = TenantView & { narrows?: TenantView; version?: number };

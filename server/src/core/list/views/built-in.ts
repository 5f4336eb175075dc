// The built-in views of a list, with the tenant's periods filled in.
import type { OrganizationSettings } from '@keyward/contract/organization-settings';
import type { AnyList } from '#core/list/types.ts';
import type { BuiltInView, Period, TenantView, Viewer } from './types.ts';

const unitFormat = (unit: string) => new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' });
const periods = {
  offlineOkmMinutes: { words: unitFormat('minute'), letter: 'm' },
  unsecuredLockHours: { words: unitFormat('hour'), letter: 'h' },
  unauthorizedAttemptsDays: { words: unitFormat('day'), letter: 'd' },
  inactiveUserDays: { words: unitFormat('day'), letter: 'd' },
} as const satisfies Record<Period, unknown>;

export function tenantView({ period, ...view }: BuiltInView, config: OrganizationSettings): TenantView {
  if (!period) return view;
  const { words: format, letter } = periods[period];
  const n = config[period];
  const filter = Object.entries(view.query.filter).map(([name, text]) => [
    name,
    text.replace('{ago}', `now-${n}${letter}`),
  ]);
  return {
    ...view,
    description: view.description.replace('{time}', format.format(n)),
    query: { ...view.query, filter: Object.fromEntries(filter) },
    period: n,
  };
}

/** The built-in views available to a viewer. */
export const viewsFor = (list: Pick<AnyList, 'views'>, { authority, tenant }: Viewer): TenantView[] =>
  list.views.filter(({ needs }) => needs?.holds(authority) ?? true).map((view) => tenantView(view, tenant.config));

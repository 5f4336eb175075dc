// SQL for a setting of the organization in lists.
import { organizationDefaults } from '@keyward/contract/organization-settings';
import type { TenantSql } from '#core/list/types.ts';

/** The setting as text. */
export const tenantSetting = (name: 'offlineOkmMinutes' | 'timeZone', own: Parameters<TenantSql>[0]): string => `(
  select coalesce(z.config->>'${name}', '${organizationDefaults[name]}') from tenant z where ${own('z', 'id')})`;

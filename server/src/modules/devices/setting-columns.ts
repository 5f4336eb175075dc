// A setting of the organization in the SQL of a list.
import { organizationDefaults } from '@keyward/contract/organization-settings';
import type { TenantSql } from '#core/list/types.ts';

/** The setting as text. The tenant is that of its types: its own row has no net. */
export const tenantSetting = (name: 'offlineOkmMinutes' | 'timeZone', own: Parameters<TenantSql>[0]): string => `(
  select coalesce(z.config->>'${name}', '${organizationDefaults[name]}')
  from tenant z where z.id = (select w.tenant_id from device_type w where ${own('w')} limit 1))`;

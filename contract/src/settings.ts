import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './text.ts';

export const setting = z.object({
  id: id.nullable(),
  user_id: id.nullable(),
  name: z.enum(['CustomView', 'DashboardMetrics', 'Locale', 'Timezone']),
  category: z.literal('UI'),
  client_data: z.string().nullable(),
  value: z.unknown(),
});
export type Setting = z.infer<typeof setting>;

export const settings = {
  defaults: endpoint({
    method: 'GET',
    path: '/api/v1/settings/defaults',
    summary: 'The tenant’s default settings.',
    needs: 'session',
    reply: z.object({ data: z.array(setting) }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/v1/me/settings',
    summary: 'The signed-in person’s own settings; each replaces the default of the same name and client_data.',
    needs: 'session',
    reply: z.object({ data: z.array(setting) }),
  }),
  tenantConfig: endpoint({
    method: 'GET',
    path: '/api/v1/tenants/config/:name',
    summary: 'A tenant value: autoLogoutTimeoutMins, csvDownloadRecordsLimit or csvUploadRecordsLimit.',
    needs: 'session',
    params: z.object({ name: z.enum(['autoLogoutTimeoutMins', 'csvDownloadRecordsLimit', 'csvUploadRecordsLimit']) }),
    reply: z.object({ data: z.number() }),
  }),
};

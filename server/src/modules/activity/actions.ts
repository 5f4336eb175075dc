import type { CustomView } from '@keyward/contract/list';
import { paths } from '@keyward/contract/paths';

/** Bulk actions of the activity list, which is read-only. */
export const eventActions: CustomView['actions'] = {
  bulk: [],
  single: [
    {
      id: 'showDevice',
      type: 'view',
      text: 'showDevice',
      state: { entity_domain: 'device', entity_id: '*' },
      apiUrl: paths.devices({ open: '{entity_id}' }),
      needs: 'readDevices',
    },
    {
      id: 'showProfile',
      type: 'view',
      text: 'showProfile',
      state: { entity_domain: 'profile', entity_id: '*' },
      apiUrl: paths.users({ open: '{entity_id}' }),
      needs: 'readUsers',
    },
  ],
};

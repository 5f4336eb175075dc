import type { CustomView, ViewAction } from '@keyward/contract/list';
import { devices } from '@keyward/contract/devices';

/** Asked about first, since it cannot be taken back. */
const deletion = {
  type: 'delete',
  text: 'delete',
  state: {},
  needs: devices.removeMany.needs.name,
  confirm: 'deleteDevices',
  inProgressText: 'deleting',
  successText: 'devicesDeleted',
  successMessage: 'devicesDeleted',
  failureMessage: 'devicesNotDeleted',
} satisfies Partial<ViewAction>;

/** What can be done with the rows of a devices list. */
export const deviceActions: CustomView['actions'] = {
  bulk: [{ ...deletion, id: 'delete', apiUrl: devices.removeMany.path, apiMethod: devices.removeMany.method }],
  single: [
    {
      id: 'showActivity',
      type: 'view',
      text: 'showActivity',
      state: {},
      apiUrl: '/activity?filter.entity_id={id}',
      needs: 'readEvents',
    },
    { id: 'before-delete', type: 'spacer', text: '', state: {} },
    { ...deletion, id: 'delete', apiUrl: devices.remove.path.replace(':id', '{id}'), apiMethod: devices.remove.method },
  ],
};

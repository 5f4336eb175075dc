import { devices } from '@keyward/contract/devices';
import { entityActions } from '#core/list/views/actions.ts';

/** Bulk actions of the devices list. */
export const deviceActions = entityActions(devices, {
  confirm: 'deleteDevices',
  successText: 'devicesDeleted',
  successMessage: 'devicesDeleted',
  failureMessage: 'devicesNotDeleted',
});

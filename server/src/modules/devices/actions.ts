import { devices } from '@keyward/contract/devices';
import { entityActions } from '#core/list/views/actions.ts';

/** What can be done with the rows of a devices list. */
export const deviceActions = entityActions(devices, {
  confirm: 'deleteDevices',
  successText: 'devicesDeleted',
  successMessage: 'devicesDeleted',
  failureMessage: 'devicesNotDeleted',
});

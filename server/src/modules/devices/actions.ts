import { deviceChanges } from '@keyward/contract/device-changes';
import { devices } from '@keyward/contract/devices';
import type { CustomView, ViewAction } from '@keyward/contract/list';
import { entityActions } from '#core/list/views/actions.ts';

const entity = entityActions(devices, {
  confirm: 'deleteDevices',
  successText: 'devicesDeleted',
  successMessage: 'devicesDeleted',
  failureMessage: 'devicesNotDeleted',
});

/** Location, groups or dual authorization of the chosen devices, in a dialog with a preview. */
const changeMany: ViewAction = {
  id: 'change',
  type: 'activate',
  text: 'change',
  state: {},
  needs: deviceChanges.apply.needs.name,
  opens: 'change',
};

/** The actions of the devices list. */
export const deviceActions: CustomView['actions'] = { ...entity, bulk: [changeMany, ...entity.bulk] };

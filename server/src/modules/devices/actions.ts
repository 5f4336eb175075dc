import { deviceChanges } from '@keyward/contract/device-changes';
import { devices } from '@keyward/contract/devices';
import type { CustomView, ViewAction } from '@keyward/contract/list';
import { entityActions } from '#core/list/views/actions.ts';

const entity = entityActions(
  devices,
  {
    confirm: 'deleteDevices',
    successText: 'devicesDeleted',
    successMessage: 'devicesDeleted',
    failureMessage: 'devicesNotDeleted',
  },
  'entity_id',
);

/** Changes location, groups or dual authorization of the selected devices, in a dialog with a preview. */
const changeMany: ViewAction = {
  id: 'change',
  type: 'activate',
  text: 'change',
  state: {},
  needs: deviceChanges.apply.needs.name,
  opens: 'change',
};

/** Reports a key lost, in a dialog that asks for a note. */
const reportLost: ViewAction = {
  id: 'reportLost',
  type: 'activate',
  text: 'reportLost',
  state: { device_class: 'KEY', lost_since: '' },
  needs: devices.reportLost.needs.name,
  opens: 'lost',
};

const reportFound: ViewAction = {
  id: 'reportFound',
  type: 'activate',
  text: 'reportFound',
  state: { lost_since: '*' },
  apiUrl: devices.reportFound.path.replace(':id', '{id}'),
  apiMethod: devices.reportFound.method,
  needs: devices.reportFound.needs.name,
  inProgressText: 'reportingFound',
  successText: 'keyFound',
  successMessage: 'keyFound',
  failureMessage: 'keyNotFound',
};

const [showActivity, ...deletion] = entity.single;
/** The actions of the devices list. */
export const deviceActions: CustomView['actions'] = {
  bulk: [changeMany, ...entity.bulk],
  single: [...(showActivity ? [showActivity] : []), reportLost, reportFound, ...deletion],
};

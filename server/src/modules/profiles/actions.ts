import { bulkChanges } from '@keyward/contract/bulk-changes';
import type { CustomView, ViewAction } from '@keyward/contract/list';
import { profiles } from '@keyward/contract/profiles';
import { entityActions } from '#core/list/views/actions.ts';

const entity = entityActions(
  profiles,
  {
    confirm: 'deleteProfiles',
    successText: 'profilesDeleted',
    successMessage: 'profilesDeleted',
    failureMessage: 'profilesNotDeleted',
  },
  'agent_id',
);

const endNow: ViewAction = {
  id: 'endNow',
  type: 'cancel',
  text: 'endNow',
  state: {},
  apiUrl: profiles.end.path,
  apiMethod: profiles.end.method,
  idsName: 'ids',
  needs: profiles.end.needs.name,
  confirm: 'endProfiles',
  inProgressText: 'ending',
  successText: 'profilesEnded',
  successMessage: 'profilesEnded',
  failureMessage: 'profilesNotEnded',
};

/** Ends the validity of the selected profiles, in a dialog with a preview. */
const endMany: ViewAction = {
  id: 'endNow',
  type: 'cancel',
  text: 'endNow',
  state: {},
  needs: bulkChanges.apply.needs.name,
  opens: 'end',
};

/** Changes roles, groups, location or state of the selected profiles, or sends reset instructions, in a dialog with a preview. */
const changeMany: ViewAction = {
  id: 'change',
  type: 'activate',
  text: 'change',
  state: {},
  needs: bulkChanges.apply.needs.name,
  opens: 'change',
};

/** The actions of the profiles list: validity can be ended instead of deleting a profile. */
export const profileActions: CustomView['actions'] = {
  bulk: [changeMany, endMany, ...entity.bulk],
  single: [...entity.single.slice(0, -1), endNow, ...entity.single.slice(-1)],
};

import type { CustomView, ViewAction } from '@keyward/contract/list';
import { profiles } from '@keyward/contract/profiles';

/** Asked about first, since it cannot be taken back. */
const deletion = {
  type: 'delete',
  text: 'delete',
  state: {},
  needs: profiles.removeMany.needs.name,
  confirm: 'deleteProfiles',
  inProgressText: 'deleting',
  successText: 'profilesDeleted',
  successMessage: 'profilesDeleted',
  failureMessage: 'profilesNotDeleted',
} satisfies Partial<ViewAction>;

/** What can be done with the rows of a profiles list. */
export const profileActions: CustomView['actions'] = {
  bulk: [{ ...deletion, id: 'delete', apiUrl: profiles.removeMany.path, apiMethod: profiles.removeMany.method }],
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
    {
      ...deletion,
      id: 'delete',
      apiUrl: profiles.remove.path.replace(':id', '{id}'),
      apiMethod: profiles.remove.method,
    },
  ],
};

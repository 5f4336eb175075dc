import { profiles } from '@keyward/contract/profiles';
import { entityActions } from '#core/list/views/actions.ts';

/** What can be done with the rows of a profiles list. */
export const profileActions = entityActions(profiles, {
  confirm: 'deleteProfiles',
  successText: 'profilesDeleted',
  successMessage: 'profilesDeleted',
  failureMessage: 'profilesNotDeleted',
});

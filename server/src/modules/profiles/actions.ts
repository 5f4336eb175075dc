import { profiles } from '@keyward/contract/profiles';
import { entityActions } from '#core/list/actions.ts';

/** What can be done with the rows of a profiles list. */
export const profileActions = entityActions(profiles, {
  confirm: 'deleteProfiles',
  successText: 'profilesDeleted',
  successMessage: 'profilesDeleted',
  failureMessage: 'profilesNotDeleted',
});

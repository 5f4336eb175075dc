import { profiles } from '@keyward/contract/profiles';
import { entityActions } from '#core/list/views/actions.ts';

/** Bulk actions of the profiles list. */
export const profileActions = entityActions(profiles, {
  confirm: 'deleteProfiles',
  successText: 'profilesDeleted',
  successMessage: 'profilesDeleted',
  failureMessage: 'profilesNotDeleted',
});

import type { Me } from '@keyward/contract/auth';
import type { ErrorCode } from '@keyward/contract/errors';
import type { ProfileRow } from '@keyward/contract/profiles';

/** Whether this is an in-product administrator, whom only another one may change. */
export const isProtectedFrom = ({ isKeywardAdmin }: Pick<ProfileRow, 'isKeywardAdmin'>, me: Me): boolean =>
  isKeywardAdmin && !me.isKeywardAdmin;

/** Reason why a profile cannot be selected or deleted. */
export function undeletable(profile: Pick<ProfileRow, 'id' | 'isKeywardAdmin'>, me: Me): ErrorCode | undefined {
  if (profile.id === me.id) return 'cannotDeleteSelf';
  return isProtectedFrom(profile, me) ? 'keywardAdminKept' : undefined;
}

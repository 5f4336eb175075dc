import type { Profile } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconPlace, IconMinus, IconAccess, IconSuccess } from '#ui/icons.tsx';
import { RelativeTime } from '#ui/Time.tsx';

/** How a profile is: active or not, last activity, roles, locations. */
export function ProfileBadges({ shown }: { shown: Profile }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const nameOf = useRoleName();
  const { disabled, last_activity: last, locationTagValue: locations } = shown;
  return (
    <>
      <Badge tone={disabled ? 'quiet' : 'success'} icon={disabled ? IconMinus : IconSuccess}>
        {t(disabled ? 'profiles.inactive' : 'profiles.active')}
      </Badge>
      {last ? (
        <RelativeTime instant={last} zone={zone} words={(ago) => t('profiles.head.lastActive', { ago })} />
      ) : (
        t('profiles.neverUsed')
      )}
      <Badge tone="quiet" icon={IconAccess}>
        {shown.roles.map(nameOf).join(', ') || t('profiles.head.noRoles')}
      </Badge>
      <Badge tone="quiet" icon={IconPlace}>
        {locations ?? t('profiles.head.noLocation')}
      </Badge>
    </>
  );
}

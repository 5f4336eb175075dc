import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import type { Profile } from '@keyward/contract/profiles';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { validityNow } from './validityNow.ts';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { LocationLinks } from '#parts/LocationLinks.tsx';
import { useLocationZone } from '#parts/useLocationZone.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconClock, IconKey, IconPlace, IconMinus, IconAccess, IconSuccess } from '#ui/icons.tsx';
import { RelativeTime } from '#ui/Time.tsx';

/** Empty for a profile that is valid without an end. A zone other than the viewer's is named. */
function ValidityBadge({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { zone: viewers } = useSession();
  const zone = useLocationZone()(profile.tags);
  const time = (instant: string) =>
    `${dateTime(instant, zone)}${zone === viewers ? '' : ` (${zone.replaceAll('_', ' ')})`}`;
  const { valid_from: from, valid_until: until } = profile;
  const state = validityNow(profile);
  if (state === 'notYetValid' && from) {
    return (
      <Badge tone="warning" icon={IconClock}>
        {t('validity.state.notYetValid', { time: time(from) })}
      </Badge>
    );
  }
  if (!until) return null;
  return (
    <Badge tone={state === 'ended' ? 'failure' : 'warning'} icon={state === 'ended' ? IconMinus : IconClock}>
      {t(state === 'ended' ? 'validity.state.ended' : 'validity.state.ends', { time: time(until) })}
    </Badge>
  );
}

/** Badges of a profile: active or not, last activity, keys that it holds, roles, locations. */
export function ProfileBadges({ shown }: { shown: Profile }) {
  const { t } = useTranslation();
  const nameOf = useRoleName();
  const { zone, authority } = useSession();
  const readsRoles = can.readRoles.holds(authority);
  const { disabled, last_activity: last, locationTagValue: locations, keys_held: keys } = shown;
  return (
    <>
      <Badge tone={disabled ? 'quiet' : 'success'} icon={disabled ? IconMinus : IconSuccess}>
        {t(disabled ? 'profiles.inactive' : 'profiles.active')}
      </Badge>
      <ValidityBadge profile={shown} />
      {last ? (
        <RelativeTime instant={last} zone={zone} words={(ago) => t('profiles.head.lastActive', { ago })} />
      ) : (
        t('profiles.neverUsed')
      )}
      {keys ? (
        <Badge tone="warning" icon={IconKey}>
          <Link to={paths.devices()} search={{ custom_view: 'Keys out', 'filter.holder_id': shown.id }}>
            {t('profiles.head.keysHeld', { count: keys })}
          </Link>
        </Badge>
      ) : null}
      <Badge tone="quiet" icon={IconAccess}>
        {shown.roles.length === 0
          ? t('profiles.head.noRoles')
          : shown.roles.map((role, i) => (
              <Fragment key={role.id}>
                {i > 0 ? ', ' : ''}
                {readsRoles ? <Link to={paths.access('roles', { role: role.id })}>{nameOf(role)}</Link> : nameOf(role)}
              </Fragment>
            ))}
      </Badge>
      <Badge tone="quiet" icon={IconPlace}>
        {locations === null ? (
          t('profiles.head.noLocation')
        ) : (
          <LocationLinks to={paths.users} names={locations} tags={shown.tags} />
        )}
      </Badge>
    </>
  );
}

import type { ProfileRow } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { type CellRenderers, Moment, Nothing } from '#list/table/cells.tsx';
import { shownTags } from '#list/values.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { Badge } from '#ui/Badge.tsx';
import { Chips } from '#ui/Chips.tsx';
import { IconMinus } from '#ui/icons.tsx';
import styles from './profiles.module.css';

/** The name, with a badge for a disabled profile. */
function Name({ profile }: { profile: ProfileRow }) {
  const { t } = useTranslation();
  return (
    <span className={styles.name}>
      <span className={styles.text} title={profile.name}>
        {profile.name}
      </span>
      {profile.disabled ? (
        <span className={styles.state} title={t('profiles.inactive')}>
          <Badge tone="quiet" icon={IconMinus}>
            {t('profiles.inactive')}
          </Badge>
        </span>
      ) : null}
    </span>
  );
}

function Roles({ roles }: Pick<ProfileRow, 'roles'>) {
  const nameOf = useRoleName();
  return roles.length ? <Chips values={roles.map(nameOf)} show={shownTags} /> : <Nothing />;
}

/** When the profile last used the portal or an OKM. */
function LastActivity({ at, zone }: { at: string | null; zone: string }) {
  const { t } = useTranslation();
  if (at !== null) return <Moment instant={at} zone={zone} />;
  return (
    <Badge tone="quiet" icon={IconMinus}>
      {t('profiles.neverUsed')}
    </Badge>
  );
}

export const profileCells: CellRenderers<ProfileRow> = {
  last_activity: (profile, zone) => <LastActivity at={profile.last_activity} zone={zone} />,
  name: (profile) => <Name profile={profile} />,
  role: (profile) => <Roles roles={profile.roles} />,
};

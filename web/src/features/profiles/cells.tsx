import type { ProfileRow } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { type CellRenderers, Nothing } from '#list/cells.tsx';
import { shownTags } from '#list/values.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { Badge } from '#ui/Badge.tsx';
import { Chips } from '#ui/Chips.tsx';
import { IconMinus } from '#ui/icons.tsx';
import styles from './profiles.module.css';

/** The name, and beside it that the profile is switched off. */
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

export const profileCells: CellRenderers<ProfileRow> = {
  name: (profile) => <Name profile={profile} />,
  role: (profile) => <Roles roles={profile.roles} />,
};

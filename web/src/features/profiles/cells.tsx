import type { ProfileRow } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { type CellRenderers, Moment, Nothing } from '#list/table/cells.tsx';
import { shownTags } from '#lib/values.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { Badge } from '#ui/Badge.tsx';
import { Chips } from '#ui/Chips.tsx';
import { IconMinus } from '#ui/icons.tsx';
import { validityNow } from './validityNow.ts';
import styles from './profiles.module.css';

/** The name, with a badge for a profile that is inactive or not valid now. */
function Name({ profile }: { profile: ProfileRow }) {
  const { t } = useTranslation();
  const validity = validityNow(profile);
  const state = profile.disabled ? 'inactive' : validity === 'valid' ? undefined : validity;
  const words = {
    inactive: t('profiles.inactive'),
    ended: t('profiles.ended'),
    notYetValid: t('profiles.notYetValid'),
  };
  const word = state && words[state];
  return (
    <span className={styles.name}>
      <span className={styles.text} title={profile.name}>
        {profile.name}
      </span>
      {word ? (
        <span className={styles.state} title={word}>
          <Badge tone="quiet" icon={IconMinus}>
            {word}
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

/** Last use of the portal or an OKM. */
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

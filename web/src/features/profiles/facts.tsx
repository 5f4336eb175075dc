import type { TagDefinition } from '@keyward/contract/groups';
import type { Profile } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { fieldOrder } from '#parts/tagValues.ts';
import { WhyOfProfile } from '#parts/Why.tsx';
import { Chips } from '#ui/Chips.tsx';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { FactLine, Facts } from '#ui/Facts.tsx';
import styles from './profiles.module.css';

type Props = {
  profile: Profile;
  definitions: readonly TagDefinition[];
  missing: { permission: string; level: string };
  onClose: () => void;
};

/** A read-only profile, with the missing permission. */
export function ProfileFacts({ profile, definitions, missing, onClose }: Props) {
  const { t } = useTranslation();
  const nameOf = useRoleName();
  const none = t('common.notAvailable');
  const chips = (values: readonly string[]) => (values.length ? <Chips values={[...values]} show={20} /> : none);
  return (
    <DrawerFrame title={profile.name} onClose={onClose}>
      <p className={styles.hint}>{t('profiles.readOnly', missing)}</p>
      <Facts>
        <FactLine label={t('profiles.name')}>{profile.name}</FactLine>
        <FactLine label={t('profiles.profileId')}>{profile.username}</FactLine>
        <FactLine label={t('profiles.email')}>{profile.email ?? none}</FactLine>
        <FactLine label={t('profiles.active')}>{t(profile.disabled ? 'common.no' : 'common.yes')}</FactLine>
        <FactLine label={t('profiles.roles')}>{chips(profile.roles.map(nameOf))}</FactLine>
        {fieldOrder(definitions).map(({ id, label }) => (
          <FactLine key={id} label={label}>
            {chips(profile.tags.find(({ tagId }) => tagId === id)?.values ?? [])}
          </FactLine>
        ))}
        <Enrollment profile={profile} />
      </Facts>
      <WhyOfProfile id={profile.id} />
    </DrawerFrame>
  );
}

/** Sign-in method, creation and last activity, none of which a form changes. */
export function Enrollment({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const { singleSignOn, created_at: enrolled, last_activity: last } = profile;
  return (
    <>
      <FactLine label={t('profiles.loginType')}>
        {t(singleSignOn ? 'profiles.loginTypes.singleSignOn' : 'profiles.loginTypes.password')}
      </FactLine>
      <FactLine label={t('profiles.enrolled')}>{dateTime(enrolled, zone)}</FactLine>
      <FactLine label={t('profiles.lastActivity')}>{last ? dateTime(last, zone) : t('profiles.neverUsed')}</FactLine>
    </>
  );
}

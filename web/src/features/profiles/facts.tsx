import type { TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import type { Profile } from '@keyward/contract/profiles';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { useCan } from '#parts/useCan.ts';
import { useLocationZone } from '#parts/useLocationZone.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { fieldOrder } from '#parts/tagValues.ts';
import { Chips } from '#ui/Chips.tsx';
import { FactLine, Facts } from '#ui/Facts.tsx';
import styles from './profiles.module.css';

const PinEvents = lazily(async () => (await import('./PinEvents.tsx')).PinEvents, {
  texts: ['activity', 'pins', 'settings'],
});

const PropagationOfProfile = lazily(async () => (await import('#parts/Propagation.tsx')).PropagationOfProfile, {
  texts: ['propagation'],
});

type Props = { shown: Profile; definitions: readonly TagDefinition[] };

/** Facts of a profile that the signed-in one cannot edit. */
export function ProfileFacts({ shown: profile, definitions }: Props) {
  const { t } = useTranslation();
  const nameOf = useRoleName();
  const zone = useLocationZone()(profile.tags);
  const none = t('common.notAvailable');
  const bound = (instant: string | null, open: string) =>
    instant ? `${dateTime(instant, zone)} (${zone.replaceAll('_', ' ')})` : open;
  const chips = (values: readonly string[]) => (values.length ? <Chips values={[...values]} show={20} /> : none);
  return (
    <Facts>
      <FactLine label={t('profiles.name')}>{profile.name}</FactLine>
      <FactLine label={t('profiles.profileId')}>{profile.username}</FactLine>
      <FactLine label={t('profiles.email')}>{profile.email ?? none}</FactLine>
      <FactLine label={t('profiles.active')}>{t(profile.disabled ? 'common.no' : 'common.yes')}</FactLine>
      <FactLine label={t('profiles.roles')}>{chips(profile.roles.map(nameOf))}</FactLine>
      <FactLine label={t('profiles.columns.valid_from')}>{bound(profile.valid_from, t('validity.always'))}</FactLine>
      <FactLine label={t('profiles.columns.valid_until')}>{bound(profile.valid_until, t('validity.forever'))}</FactLine>
      {fieldOrder(definitions).map(({ id, label }) => (
        <FactLine key={id} label={label}>
          {chips(profile.tags.find(({ tagId }) => tagId === id)?.values ?? [])}
        </FactLine>
      ))}
    </Facts>
  );
}

/**
 * Sign-in method, creation and last activity, which the form does not change; where the profile works; and, for profiles that may
 * edit it, the events that showed its PIN.
 */
export function Enrollment({ shown, mayEdit }: { shown: Profile; mayEdit: boolean }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const explains = useCan(can.explainAccess).allowed;
  const { singleSignOn, created_at: enrolled, last_activity_portal: portal, last_activity_okm: okm } = shown;
  const used = (instant: string | null) => (instant ? dateTime(instant, zone) : t('profiles.neverUsed'));
  return (
    <div className={styles.enrollment}>
      <Facts>
        <FactLine label={t('profiles.loginType')}>
          {t(singleSignOn ? 'profiles.loginTypes.singleSignOn' : 'profiles.loginTypes.password')}
        </FactLine>
        <FactLine label={t('profiles.enrolled')}>{dateTime(enrolled, zone)}</FactLine>
        <FactLine label={t('profiles.lastActivity')}>
          <span className={styles.uses}>
            <span>{t('profiles.lastUse.portal', { when: used(portal) })}</span>
            <span>{t('profiles.lastUse.okm', { when: used(okm) })}</span>
          </span>
        </FactLine>
      </Facts>
      {explains ? (
        <Suspense>
          <PropagationOfProfile id={shown.id} />
        </Suspense>
      ) : null}
      {mayEdit ? (
        <Suspense>
          <PinEvents id={shown.id} />
        </Suspense>
      ) : null}
    </div>
  );
}

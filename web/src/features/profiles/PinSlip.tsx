import type { Profile } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { createPortal } from 'react-dom';
import styles from './slip.module.css';

type Props = { profile: Pick<Profile, 'name' | 'username' | 'customerName'>; digits: string };

/** Sheet to hand over with a PIN; while it is mounted, it is printed instead of the page. */
export function PinSlip({ profile, digits }: Props) {
  const { t } = useTranslation();
  return createPortal(
    <section className={styles.slip} aria-hidden="true">
      <p className={styles.customer}>{profile.customerName}</p>
      <h1>{profile.name}</h1>
      <dl>
        <dt>{t('profiles.profileId')}</dt>
        <dd>{profile.username}</dd>
        <dt>{t('pins.pin')}</dt>
        <dd className={styles.digits}>{digits}</dd>
      </dl>
      <p>{t('pins.created.text')}</p>
      <p>{t('pins.created.keep')}</p>
    </section>,
    document.body,
  );
}

import type { Profile } from '@keyward/contract/profiles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '#lib/api.ts';
import { errorWords } from '#lib/errors.ts';
import { useSending } from '#lib/useSending.ts';
import { alerts, hideAlert } from '#ui/alerts.ts';
import { dismissConfirmation } from '#ui/confirmation.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import { useDrawerFailure } from '#ui/useDrawerFailure.ts';
import { useOnScreen } from '#ui/useOnScreen.ts';
import styles from './pins.module.css';
import { askPin } from './usePin.ts';

type Props = { profile: Pick<Profile, 'id' | 'name'>; onReset: (digits: string) => void };

/** Confirms that a profile receives a new PIN. */
export function ResetPin({ profile, onReset }: Props) {
  const { t } = useTranslation();
  const [origin] = useState(newKey);
  const sending = useSending();
  const isOpen = useOnScreen();
  const fail = useDrawerFailure();
  const reset = () => {
    if (!sending.begin()) return;
    hideAlert('drawer');
    askPin('reset', profile.id, origin)
      .then(
        (digits) => {
          // by now another question may be open
          if (isOpen()) dismissConfirmation();
          onReset(digits);
          alerts.success(t('pins.reset.done', { name: profile.name }));
        },
        (error: unknown) =>
          fail(error, t('pins.reset.failedTitle'), t('pins.reset.failed', { reason: errorWords(error) })),
      )
      .finally(sending.end);
  };
  return (
    <ConfirmDrawer
      title={t('pins.reset.button')}
      confirmLabel={t('pins.reset.button')}
      error={null}
      pending={sending.pending}
      onConfirm={reset}
      onClose={dismissConfirmation}
    >
      <p className={styles.text}>
        <strong>{t('pins.reset.question', { name: profile.name })}</strong> {t('pins.reset.text')}
      </p>
    </ConfirmDrawer>
  );
}

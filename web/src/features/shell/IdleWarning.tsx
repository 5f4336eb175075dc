import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSecondsLeft } from '#lib/useSecondsLeft.ts';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './extras.module.css';

/** Counts down to the end of an idle session; `end` in milliseconds since 1970. */
export function IdleWarning({ end }: { end: number }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(end);
  const countdown = t('session.countdown', {
    minutes: t('session.minutes', { count: Math.floor(left / 60) }),
    seconds: t('session.seconds', { count: left % 60 }),
  });
  // any click dismisses the warning, including one on the button: see idle.ts
  const stay = () => undefined;
  return (
    <Dialog
      onClose={stay}
      title={t('session.warningTitle')}
      withCloseButton={false}
      closeOnClickOutside={false}
      keepsKeys
      centered
      size={400}
      layer="top"
    >
      <p className={styles.words}>{t('session.warningText')}</p>
      <p className={styles.countdown} role="timer">
        {countdown}
      </p>
      <div className={styles.actions}>
        <Button data-autofocus onClick={stay}>
          {t('session.returnToPortal')}
        </Button>
      </div>
    </Dialog>
  );
}

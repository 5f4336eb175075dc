import { settings } from '@keyward/contract/calls';
import { Button, Modal } from '@mantine/core';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { addErrorTexts } from '#lib/i18n.ts';
import { useSecondsLeft } from '#lib/useSecondsLeft.ts';
import { watchIdle } from './idle.ts';
import styles from './extras.module.css';

/** Signs out idle sessions, after a warning. Specification, part 1, section 4 'Auto-logout'. */
export function AutoLogout() {
  const { data } = useApi(
    settings.tenantConfig,
    { params: { name: 'autoLogoutTimeoutMins' } },
    { staleTime: Infinity },
  );
  const minutes = data?.data ?? 0;
  const [end, setEnd] = useState<number | null>(null);
  // user input, timers and the other tabs are outside React
  useEffect(
    () =>
      minutes > 0
        ? watchIdle({
            minutes,
            onWarning: (at) => {
              if (at !== null) void addErrorTexts();
              setEnd(at);
            },
            reason: () => i18next.t('session.autoLogoutMessage'),
            ended: async () => {
              await addErrorTexts();
              return i18next.t('errors.sessionExpired');
            },
          })
        : undefined,
    [minutes],
  );
  return end === null ? null : <Warning end={end} />;
}

function Warning({ end }: { end: number }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(end);
  const countdown = t('session.countdown', {
    minutes: t('session.minutes', { count: Math.floor(left / 60) }),
    seconds: t('session.seconds', { count: left % 60 }),
  });
  // any click dismisses the warning, also one on the button: see idle.ts
  const stay = () => undefined;
  return (
    <Modal
      opened
      onClose={stay}
      title={t('session.warningTitle')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      size={400}
      zIndex="var(--kw-layer-top)"
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
    </Modal>
  );
}

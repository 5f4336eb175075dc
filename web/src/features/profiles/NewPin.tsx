import type { Profile } from '@keyward/contract/profiles';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '#lib/api.ts';
import { errorWords } from '#lib/errors.ts';
import { dismissConfirmation } from '#ui/confirmation.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import { CopyPin } from './CopyPin.tsx';
import { PinSlip } from './PinSlip.tsx';
import styles from './pins.module.css';
import { askPin } from './usePin.ts';

/** Confirmation of a new profile, with its name and PIN to hand over. Specification, part 2, section 2 'Profiles list'. */
export function NewPin({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { t } = useTranslation();
  const [origin] = useState(newKey);
  const [digits, setDigits] = useState<string | null>(null);
  const [failure, setFailure] = useState('');
  const read = () =>
    void askPin('slip', profile.id, origin).then(setDigits, (error: unknown) => setFailure(errorWords(error)));
  const readAgain = () => {
    setFailure('');
    read();
  };
  const close = () => {
    dismissConfirmation();
    onDone();
  };
  const readOnce = useEffectEvent(read);
  // requested once, on mount: the creation has led here
  useEffect(() => readOnce(), []);
  return (
    <DrawerFrame
      title={t('profiles.success.added')}
      onClose={close}
      footer={
        <div className={styles.actions}>
          {digits === null ? null : (
            <Button variant="default" onClick={() => window.print()}>
              {t('pins.print')}
            </Button>
          )}
          <Button onClick={close} data-autofocus>
            {t('pins.created.done')}
          </Button>
        </div>
      }
    >
      <dl className={styles.created}>
        <div>
          <dt>{t('profiles.name')}</dt>
          <dd>{profile.name}</dd>
        </div>
        {failure ? null : (
          <div>
            <dt>{t('pins.pin')}</dt>
            <dd className={styles.row} data-secret>
              {digits === null ? (
                <>
                  <Spinner />
                  <SlowNotice />
                </>
              ) : (
                <>
                  <output className={styles.large} aria-label={t('pins.pin')}>
                    {digits}
                  </output>
                  <CopyPin digits={digits} />
                </>
              )}
            </dd>
          </div>
        )}
      </dl>
      {failure ? (
        <ErrorState title={t('pins.showFailed')} text={failure} action={t('common.retry')} onAction={readAgain} />
      ) : null}
      <p className={styles.text}>{t('pins.created.text')}</p>
      <p className={styles.text}>{t('pins.created.keep')}</p>
      {digits === null ? null : <PinSlip profile={profile} digits={digits} />}
    </DrawerFrame>
  );
}

import type { Profile } from '@keyward/contract/profiles';
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '#ui/confirmation.ts';
import { IconEye, IconEyeOff } from '#ui/icons.tsx';
import { CopyPin } from './CopyPin.tsx';
import styles from './pins.module.css';
import { ResetPin } from './ResetPin.tsx';
import { usePin } from './usePin.ts';

/** The same for every PIN, so that its length stays hidden. */
const mask = '••••••';

/** The PIN of a profile: masked, shown on request, and reset. Specification, part 2, section 2 'Profiles list'. */
export function PinField({ shown: profile }: { shown: Profile }) {
  const { t } = useTranslation();
  const pin = usePin(profile.id, profile.pin_set_at);
  const labelId = useId();
  const { digits } = pin;
  return (
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className={styles.label}>
        {t('pins.pin')}
      </div>
      <div className={styles.row} data-secret>
        <output className={styles.digits} aria-label={t('pins.pin')}>
          {digits ?? (
            <>
              <span aria-hidden="true">{mask}</span>
              <VisuallyHidden>{t('pins.hidden')}</VisuallyHidden>
            </>
          )}
        </output>
        <ActionIcon
          variant="default"
          size={36}
          loading={pin.pending}
          aria-label={t(digits === null ? 'pins.show' : 'pins.hide')}
          onClick={digits === null ? pin.show : pin.hide}
        >
          {digits === null ? <IconEye /> : <IconEyeOff />}
        </ActionIcon>
        {digits === null ? null : <CopyPin digits={digits} />}
        <Button
          variant="default"
          className={styles.last ?? ''}
          onClick={() => askConfirmation(<ResetPin profile={profile} onReset={pin.put} />)}
        >
          {t('pins.reset.button')}
        </Button>
      </div>
      <p className={styles.hint} role="status">
        {pin.isReplaced ? t('pins.replaced') : digits === null ? t('pins.help') : t('pins.hidesAgain')}
        {profile.pin_set_at === null || profile.pin_at_okms ? null : ` ${t('pins.notYetAtOkms')}`}
      </p>
    </div>
  );
}

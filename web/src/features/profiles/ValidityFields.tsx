import type { Profile } from '@keyward/contract/profiles';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '#lib/form.ts';
import { useSession } from '#lib/session.ts';
import { DateTimeField } from '#ui/DateTimeField.tsx';
import { askConfirmation } from '#ui/confirmation.ts';
import { EndNow } from './EndNow.tsx';
import styles from './profiles.module.css';
import { validityNow } from './validityNow.ts';
import { chosenBound, clockChange, shownBound } from './validityValues.ts';
import type { ProfileValues } from './useProfileForm.ts';

type Props = {
  form: ContractForm<ProfileValues>;
  /** Zone of the chosen location. */
  zone: string;
  /** The profile as it is now; undefined for a new one. */
  shown: Profile | undefined;
  /** Disabled by the form, which shows the reason. */
  disabled: boolean;
  /** Called after the profile was ended. */
  onEnded: () => void;
};

/** Fields for the start and end of a profile's validity, and the button to end it now. */
export function ValidityFields({ form, zone, shown, disabled, onEnded }: Props) {
  const { t } = useTranslation();
  const { me } = useSession();
  const own = shown?.id === me.id;
  const values = form.getValues();
  const initial = form.getInitialValues();
  const field = (name: 'valid_from' | 'valid_until') => ({
    label: t(`profiles.columns.${name}`),
    value: shownBound(values[name], zone),
    zone,
    disabled: own || disabled,
    error: form.errors[name],
    onChange: (wall: string) => form.setFieldValue(name, chosenBound(wall, initial[name], zone)),
  });
  const notes = (['valid_from', 'valid_until'] as const).flatMap((name) => {
    const change = clockChange(values[name], zone);
    if (!change) return [];
    const words = { time: shownBound(values[name], zone).slice(11), meant: change.meant.slice(11) };
    return [t(`validity.clock.${change.is}`, words)];
  });
  const ended = shown !== undefined && validityNow(shown) === 'ended';
  return (
    <div>
      <div className={styles.validity}>
        <DateTimeField {...field('valid_from')} placeholder={t('validity.always')} edge="from" />
        <DateTimeField {...field('valid_until')} placeholder={t('validity.forever')} edge="to" />
      </div>
      <p className={styles.hint}>
        {own ? t('errors.cannotChangeOwnValidity') : `${t('validity.help')} `}
        {own ? null : t('list.timesIn', { zone: zone.replaceAll('_', ' ') })}
      </p>
      {notes.map((note) => (
        <p key={note} role="status" className={styles.hint}>
          {note}
        </p>
      ))}
      {shown && !own && !disabled && !ended ? (
        <Button
          variant="default"
          size="xs"
          className={styles.endNow ?? ''}
          onClick={() => askConfirmation(<EndNow profile={shown} onEnded={onEnded} />)}
        >
          {t('validity.endNow')}
        </Button>
      ) : null}
    </div>
  );
}

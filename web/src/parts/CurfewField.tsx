import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './curfew.module.css';
import type { CurfewValues } from './curfewValues.ts';

type Part = keyof CurfewValues;
type Props = {
  /** The text of the option for no curfew of its own. */
  none: string;
  hint: string;
  kind: CurfewValues['kind'];
  /** The form's props for one part. */
  propsOf: (part: Part) => object;
  /** The error of the curfew as a whole. */
  error: ReactNode;
  disabled?: boolean;
};

/** The fields for the time when keys are due; needs the texts of `custody`. */
export function CurfewField({ none, hint, kind, propsOf, error, disabled = false }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.curfew}>
      <NativeSelect
        label={t('custody.curfew.label')}
        description={hint}
        disabled={disabled}
        data={[
          { value: 'none', label: none },
          { value: 'time', label: t('custody.curfew.time') },
          { value: 'hours', label: t('custody.curfew.hours') },
        ]}
        {...propsOf('kind')}
        error={error}
      />
      {kind === 'time' ? (
        <TextInput
          label={t('custody.curfew.timeLabel')}
          disabled={disabled}
          autoComplete="off"
          maxLength={5}
          placeholder="20:00"
          {...propsOf('time')}
        />
      ) : kind === 'hours' ? (
        <TextInput
          label={t('custody.curfew.hoursLabel')}
          disabled={disabled}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          placeholder="8"
          {...propsOf('hours')}
        />
      ) : null}
    </div>
  );
}

import { passwordChecks } from '@keyward/contract/password';
import { Button, PasswordInput, VisuallyHidden } from '@mantine/core';
import { type ChangeEvent, type FocusEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconEye, IconEyeOff, IconMinus, IconSuccess } from '#ui/icons.tsx';
import { generatePassword } from './generatePassword.ts';
import styles from './profiles.module.css';

const items = ['length', 'cases', 'digit', 'symbol'] as const;

type Props = {
  value: string;
  error?: ReactNode;
  onChange: (value: string | ChangeEvent<HTMLInputElement>) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
};

/** Field for a typed or generated password, which its owner must replace at the first sign-in. */
export function TemporaryPassword({ value, error, onChange, onBlur }: Props) {
  const { t } = useTranslation();
  const listId = useId();
  const [visible, setVisible] = useState(false);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // the form has moved on to the next profile, whose password starts hidden
    if (value === '') setVisible(false);
  }
  const checks = passwordChecks(value, value);
  return (
    <div className={styles.password} data-secret>
      <PasswordInput
        label={t('profiles.password')}
        description={t('profiles.passwordHelp')}
        // the description is above the field, because the checklist is below it
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        name="password"
        autoComplete="new-password"
        aria-describedby={value ? listId : undefined}
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleIcon={({ reveal }: { reveal: boolean }) => (reveal ? <IconEye /> : <IconEyeOff />)}
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword'), tabIndex: 0 }}
        value={value}
        error={error}
        onChange={onChange}
        {...(onBlur ? { onBlur } : {})}
      />
      <Button
        variant="default"
        onClick={() => {
          // visible, because it has to be handed over
          setVisible(true);
          onChange(generatePassword());
        }}
      >
        {t('profiles.generate')}
      </Button>
      {value ? (
        <ul id={listId} className={styles.checklist} aria-label={t('auth.checklist')}>
          {items.map((item) => (
            <li key={item} data-done={checks[item]}>
              {checks[item] ? <IconSuccess size={16} /> : <IconMinus size={16} />}
              {t(`auth.checks.${item}`)}
              <VisuallyHidden>{t(checks[item] ? 'auth.checkDone' : 'auth.checkOpen')}</VisuallyHidden>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

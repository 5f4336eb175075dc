import { passwordChecks } from '@keyward/contract/password';
import { PasswordInput, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconEye, IconEyeOff, IconMinus, IconSuccess } from '#ui/icons.tsx';
import styles from './newPassword.module.css';

const items = ['length', 'cases', 'digit', 'symbol', 'match'] as const;

export type NewPassword = { password: string; confirmation: string };
export const isComplete = ({ password, confirmation }: NewPassword): boolean =>
  Object.values(passwordChecks(password, confirmation)).every(Boolean);

type Props = {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  /** The server's refusal of the password. */
  fault?: string | undefined;
  autoFocus?: boolean;
  size?: 'md';
};

/** A new password twice, with a checklist that updates while it is typed. Specification, part 1, section 5. */
export function NewPasswordFields({ value, onChange, fault, autoFocus = false, size }: Props) {
  const { t } = useTranslation();
  const checklist = useId();
  const checks = passwordChecks(value.password, value.confirmation);
  const field = {
    ...(size ? { size } : {}),
    autoComplete: 'new-password',
    visibilityToggleIcon: ({ reveal }: { reveal: boolean }) => (reveal ? <IconEyeOff /> : <IconEye />),
    visibilityToggleButtonProps: { 'aria-label': t('auth.showPassword'), tabIndex: 0 },
  } as const;
  return (
    <>
      <PasswordInput
        {...field}
        label={t('auth.newPassword')}
        name="newPassword"
        autoFocus={autoFocus}
        aria-describedby={checklist}
        error={fault}
        value={value.password}
        onChange={(e) => onChange({ ...value, password: e.currentTarget.value })}
      />
      <PasswordInput
        {...field}
        label={t('auth.confirmPassword')}
        name="confirmationPassword"
        value={value.confirmation}
        onChange={(e) => onChange({ ...value, confirmation: e.currentTarget.value })}
      />
      <ul id={checklist} className={styles.checklist} aria-label={t('auth.checklist')}>
        {items.map((item) => (
          <li key={item} data-done={checks[item]}>
            {checks[item] ? <IconSuccess size={18} /> : <IconMinus size={18} />}
            {t(`auth.checks.${item}`)}
            <VisuallyHidden>{t(checks[item] ? 'auth.checkDone' : 'auth.checkOpen')}</VisuallyHidden>
          </li>
        ))}
      </ul>
    </>
  );
}

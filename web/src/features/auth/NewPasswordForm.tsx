import type { MobileApps } from '@keyward/contract/apps';
import { passwordChecks, passwords } from '@keyward/contract/password';
import { Button, PasswordInput, VisuallyHidden } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { alerts, hideAlert } from '#ui/alerts.ts';
import { IconEye, IconEyeOff, IconMinus, IconSuccess } from '#ui/icons.tsx';
import styles from './sign-in.module.css';

const items = ['length', 'cases', 'digit', 'symbol', 'match'] as const;

type Props = { token: string; who: string; onSaved: (apps: MobileApps) => void };

/** The new password twice, with the checklist that fills while it is typed. */
export function NewPasswordForm({ token, who, onSaved }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [pending, setPending] = useState(false);
  const checks = passwordChecks(password, confirmation);
  const ready = Object.values(checks).every(Boolean);

  const save = async () => {
    setPending(true);
    try {
      const { data } = await call(passwords.set, { body: { token, password, confirmationPassword: confirmation } });
      onSaved(data.mobileApps ?? {});
    } catch (error) {
      const said = error instanceof ApiError && error.detail !== '';
      alerts.failure(said ? errorText(error) : t('account.failedToSetPassword'));
      setPending(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!ready || pending) return;
    hideAlert('main');
    void save();
  };
  const field = {
    size: 'md',
    autoComplete: 'new-password',
    visibilityToggleIcon: ({ reveal }: { reveal: boolean }) => (reveal ? <IconEyeOff /> : <IconEye />),
    visibilityToggleButtonProps: { 'aria-label': t('auth.showPassword'), tabIndex: 0 },
  } as const;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1 className={styles.title}>{t('account.setTitle')}</h1>
      <div className={styles.who}>
        <span>{t('account.setFor')}</span>
        <strong>{who}</strong>
      </div>
      <input type="hidden" name="username" autoComplete="username" value={who} readOnly />
      <PasswordInput
        {...field}
        label={t('account.newPassword')}
        name="password"
        autoFocus
        aria-describedby="checklist"
        value={password}
        onChange={(e) => setPassword(e.currentTarget.value)}
      />
      <PasswordInput
        {...field}
        label={t('account.confirmPassword')}
        name="confirmationPassword"
        value={confirmation}
        onChange={(e) => setConfirmation(e.currentTarget.value)}
      />
      <ul id="checklist" className={styles.checklist} aria-label={t('account.checklist')}>
        {items.map((item) => (
          <li key={item} data-done={checks[item]}>
            {checks[item] ? <IconSuccess size={18} /> : <IconMinus size={18} />}
            {t(`account.checks.${item}`)}
            <VisuallyHidden>{t(checks[item] ? 'account.checkDone' : 'account.checkOpen')}</VisuallyHidden>
          </li>
        ))}
      </ul>
      <Button type="submit" size="md" fullWidth loading={pending} disabled={!ready}>
        {t('common.save')}
      </Button>
    </form>
  );
}

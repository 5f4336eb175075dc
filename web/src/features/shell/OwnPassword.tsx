import { passwords, settings } from '@keyward/contract/account-calls';
import { Button, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '#lib/api.ts';
import { ApiError, call } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSending } from '#lib/useSending.ts';
import { isComplete, NewPasswordFields } from '#parts/NewPasswordFields.tsx';
import { alerts } from '#ui/alerts.ts';
import { IconEye, IconEyeOff } from '#ui/icons.tsx';
import styles from './extras.module.css';

const nothing = { password: '', confirmation: '' };

/** Changes the profile's own password; requires the current one. */
export function OwnPassword({ username }: { username: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [present, setPresent] = useState('');
  const [chosen, setChosen] = useState(nothing);
  const [faults, setFaults] = useState<{ present?: string; chosen?: string; other?: string }>({});
  const { pending, begin, end } = useSending();
  const input = useRef<HTMLInputElement>(null);

  const save = async () => {
    if (!begin()) return;
    try {
      await call(passwords.changeOwn, {
        body: { password: present, newPassword: chosen.password, confirmationPassword: chosen.confirmation },
      });
      setPresent('');
      setChosen(nothing);
      alerts.success(t('settings.password.changed'));
      await refresh(settings.sessions);
    } catch (error) {
      const field = error instanceof ApiError ? error.constraint : undefined;
      const at = field === 'password' ? 'present' : field === 'newPassword' ? 'chosen' : 'other';
      setFaults({ [at]: errorText(error) });
      if (at === 'present') input.current?.select();
    }
    end();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (pending || present === '' || !isComplete(chosen)) return;
    setFaults({});
    void save();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.plain}>{t('settings.password.text')}</p>
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordInput
        ref={input}
        label={t('settings.password.present')}
        name="password"
        autoComplete="current-password"
        value={present}
        error={faults.present}
        visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff /> : <IconEye />)}
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword'), tabIndex: 0 }}
        onChange={(e) => setPresent(e.currentTarget.value)}
      />
      <NewPasswordFields value={chosen} onChange={setChosen} fault={faults.chosen} />
      <p role="alert" className={styles.failure}>
        {faults.other}
      </p>
      <div className={styles.actions}>
        <Button type="submit" loading={pending} disabled={present === '' || !isComplete(chosen)}>
          {t('settings.password.save')}
        </Button>
      </div>
    </form>
  );
}

import type { MobileApps } from '@keyward/contract/apps';
import { passwords } from '@keyward/contract/account-calls';
import { Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSending } from '#lib/useSending.ts';
import { isComplete, NewPasswordFields } from '#parts/NewPasswordFields.tsx';
import { alerts, hideAlert } from '#ui/alerts.ts';
import styles from './auth.module.css';

type Props = { token: string; who: string; onSaved: (apps: MobileApps) => void };

/** The new password twice, with a checklist that updates while it is typed. */
export function NewPasswordForm({ token, who, onSaved }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const { pending, begin, end } = useSending();
  const ready = isComplete(chosen);

  const save = async () => {
    if (!begin()) return;
    const { password, confirmation } = chosen;
    try {
      const { data } = await call(passwords.set, { body: { token, password, confirmationPassword: confirmation } });
      onSaved(data.mobileApps ?? {});
    } catch (error) {
      const hasDetail = error instanceof ApiError && error.detail !== '';
      alerts.failure(hasDetail ? errorText(error) : t('auth.failedToSetPassword'));
      end();
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!ready || pending) return;
    hideAlert('main');
    void save();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1 className={styles.title}>{t('auth.setTitle')}</h1>
      <div className={styles.who}>
        <span>{t('auth.setFor')}</span>
        <strong>{who}</strong>
      </div>
      <input type="hidden" name="username" autoComplete="username" value={who} readOnly />
      <NewPasswordFields value={chosen} onChange={setChosen} autoFocus size="md" />
      <Button type="submit" size="md" fullWidth loading={pending} disabled={!ready}>
        {t('common.save')}
      </Button>
    </form>
  );
}

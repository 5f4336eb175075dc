import { Button } from '@mantine/core';
import { durations } from '@keyward/contract/limits';
import { passwords } from '@keyward/contract/account-calls';
import { resetSubmitted } from '@keyward/contract/password';
import { paths } from '@keyward/contract/paths';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { forTab } from '#lib/storage.ts';
import { useSending } from '#lib/useSending.ts';
import { useSecondsLeft } from '#lib/useSecondsLeft.ts';
import { MainAlert } from '#ui/Alerts.tsx';
import { alerts, hideAlert } from '#ui/alerts.ts';
import { IconArrowLeft } from '#ui/icons.tsx';
import { Frame } from './Frame.tsx';
import { Outcome } from './Outcome.tsx';
import styles from './auth.module.css';
import { UsernameField, useUsername } from './UsernameField.tsx';

/** Key of the end of the cooldown, in milliseconds since 1970. */
const cooldownKey = 'resetCooldownUntil';
const cooldownEnd = (): number => {
  const end = Number(forTab.read(cooldownKey));
  // a stored value cannot extend the cooldown beyond its full length
  return end > 0 && end <= Date.now() + durations.forgotPasswordCooldownMs ? end : 0;
};

export const forgotPasswordPage = () => <ForgotPassword />;

/** Requests the e-mail with the link to set a new password. Specification, part 1, sections 2 and 4. */
function ForgotPassword() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const title = t(sentTo === null ? 'auth.forgotTitle' : 'auth.sentTitle');
  return (
    <Frame title={title}>
      <MainAlert />
      {sentTo === null ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <Outcome tone="success" title={title}>
          <p>{t('auth.emailSent', { username: sentTo })}</p>
          <p>{t('auth.sentInstructions')}</p>
          <p>{t('auth.emailNotReceived')}</p>
        </Outcome>
      )}
    </Frame>
  );
}

function ForgotForm({ onSent }: { onSent: (username: string) => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const username = useUsername('');
  const { pending, begin, end } = useSending();
  const [until, setUntil] = useState(cooldownEnd);
  const wait = useSecondsLeft(until);
  // session storage is outside React
  useEffect(() => {
    if (wait === 0) forTab.remove(cooldownKey);
  }, [wait]);

  const send = async () => {
    if (!begin()) return;
    try {
      const name = (await username.read())?.trim();
      if (!name) return end();
      const reply: { message: string } = await call(passwords.sendReset, { body: { username: name } });
      if (reply.message !== resetSubmitted) throw new ApiError(200, 'unreadable');
      const over = Date.now() + durations.forgotPasswordCooldownMs;
      forTab.write(cooldownKey, String(over));
      setUntil(over);
      onSent(name);
    } catch (error) {
      const hasDetail = error instanceof ApiError && error.detail !== '';
      alerts.failure(hasDetail ? errorText(error) : t('auth.emailSendError'));
      end();
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (pending || wait > 0) return;
    hideAlert('main');
    void send();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1 className={styles.title}>{t('auth.forgotTitle')}</h1>
      <p className={styles.words}>{t('auth.forgotText')}</p>
      <UsernameField of={username} />
      <Button type="submit" size="md" fullWidth loading={pending} disabled={wait > 0} aria-describedby="wait">
        {t('auth.forgotSubmit')}
      </Button>
      <p id="wait" className={styles.wait}>
        {wait > 0 ? t('auth.forgotWait', { count: wait }) : ''}
      </p>
      <a className={styles.back} href={paths.username()}>
        <IconArrowLeft size={16} />
        {t('auth.backToSignIn')}
      </a>
    </form>
  );
}

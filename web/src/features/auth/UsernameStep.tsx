import { Button } from '@mantine/core';
import { auth } from '@keyward/contract/account-calls';
import { paths } from '@keyward/contract/paths';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { entryState } from '#lib/entry.ts';
import { useErrorText } from '#lib/errors.ts';
import { dropKept, useKeptTitles } from '#lib/kept.ts';
import { late } from '#lib/persist.ts';
import { useSending } from '#lib/useSending.ts';
import { IconKey } from '#ui/icons.tsx';
import { follow } from './follow.ts';
import { useOrganization } from './organization.ts';
import styles from './auth.module.css';
import { UsernameField, useUsername } from './UsernameField.tsx';

type UsernameStepProps = {
  initial: string;
  message: string | null;
  /** Called while the profile ID is typed, to preload the next step. */
  onStart: () => unknown;
  onNext: (username: string) => void;
  enter: () => Promise<void>;
};

/** Few visitors use WebAuthn: its code loads when the button is about to be used. */
const loadPasskeys = late(() => import('./passkeyAlone.ts'));

/** First step: the profile ID, which decides between a password and single sign-on. */
export function UsernameStep({ initial, message, onStart, onNext, enter }: UsernameStepProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const username = useUsername(initial);
  const [failure, setFailure] = useState<string | null>(message);
  const { pending, begin, end } = useSending();
  const byPasskey = useOrganization()?.passkeyAlone && 'PublicKeyCredential' in window;
  const [asksPasskey, setAsksPasskey] = useState(false);
  // the single sign-on address, set when following it would discard kept forms
  const [provider, setProvider] = useState<string | null>(null);
  const forms = useKeptTitles();

  const look = async () => {
    if (!begin()) return;
    try {
      const name = (await username.read())?.trim();
      if (!name) return;
      await lookUp(name);
    } finally {
      end();
    }
  };
  const lookUp = async (name: string) => {
    try {
      const { data } = await call(auth.loginSso, { query: { username: name } });
      if (forms) setProvider(data.url);
      else if (!follow(data.url)) setFailure(t('common.problems.unreadable'));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return onNext(name);
      setFailure(errorText(error));
    }
  };
  const usePasskey = async () => {
    if (!begin()) return;
    setAsksPasskey(true);
    setFailure(null);
    setProvider(null);
    try {
      const { signInAlone } = await loadPasskeys();
      history.replaceState(entryState(0), '', await signInAlone());
      await enter();
    } catch (error) {
      setFailure(error instanceof ApiError ? errorText(error) : t('auth.passkeyAlone.failed'));
      setAsksPasskey(false);
      end();
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setFailure(null);
    setProvider(null);
    void look();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1 className={styles.title}>{t('auth.title')}</h1>
      <UsernameField of={username} onStart={onStart} locked={pending} />
      <Button type="submit" size="md" fullWidth loading={pending && !asksPasskey}>
        {t('auth.next')}
      </Button>
      {byPasskey ? (
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={asksPasskey}
          leftSection={<IconKey size={18} />}
          onPointerEnter={() => void loadPasskeys()}
          onFocus={() => void loadPasskeys()}
          onClick={() => void usePasskey()}
        >
          {t('auth.passkeyAlone.signIn')}
        </Button>
      ) : null}
      {provider && forms ? (
        <div role="alert" className={styles.kept}>
          <p>{t('session.kept.lostBySso', { forms })}</p>
          <Button
            variant="default"
            onClick={() => {
              dropKept();
              if (!follow(provider)) setFailure(t('common.problems.unreadable'));
            }}
          >
            {t('session.kept.goToSso')}
          </Button>
        </div>
      ) : null}
      <a className={styles.link} href={paths.forgotPassword()}>
        {t('auth.forgotPassword')}
      </a>
      <p role="alert" className={styles.failure}>
        {failure}
      </p>
    </form>
  );
}

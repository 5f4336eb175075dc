import { confirm } from '@keyward/contract/account-calls';
import type { ConfirmAct } from '@keyward/contract/confirm-acts';
import type { ConfirmWay } from '@keyward/contract/confirm';
import { Button, PasswordInput } from '@mantine/core';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { hearConfirmed } from '#lib/confirmedElsewhere.ts';
import type { Question } from '#lib/confirming.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useSending } from '#lib/useSending.ts';
import { IconEye, IconEyeOff } from '#ui/icons.tsx';
import styles from './extras.module.css';

async function byPasskey(act: ConfirmAct): Promise<void> {
  const { data } = await call(confirm.passkeyOptions, { body: { act } });
  // the server creates these options with the server half of the same library
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = data;
  const response = await startAuthentication({ optionsJSON });
  await call(confirm.passkey, { body: { act, response } });
}

/**
 * Confirms with the password or a passkey. The focus is set twice, because the dialog moves it when it opens, which can be before
 * or after the ways have loaded.
 */
export function ConfirmHere({ act, end, ways }: Question & { ways: readonly ConfirmWay[] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { me } = useSession();
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<{ password?: string; other?: string }>({});
  const [way, setWay] = useState<ConfirmWay>();
  const { pending, begin, end: ended } = useSending();
  const input = useRef<HTMLInputElement>(null);
  const has = (one: ConfirmWay) => ways.includes(one);

  const confirmBy = async (chosen: ConfirmWay) => {
    if (!begin()) return;
    setWay(chosen);
    setFaults({});
    try {
      if (chosen === 'passkey') await byPasskey(act);
      else await call(confirm.password, { body: { act, password } });
      end(true);
    } catch (error) {
      ended();
      const words = error instanceof ApiError ? errorText(error) : t('confirming.passkeyFailed');
      const wrong = error instanceof ApiError && error.constraint === 'password';
      setFaults({ [wrong ? 'password' : 'other']: words });
      if (chosen === 'password') input.current?.select();
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!has('password')) return void confirmBy('passkey');
    if (password !== '') return void confirmBy('password');
    setFaults({ password: t('form.passwordRequired') });
    input.current?.focus();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {has('password') ? (
        <>
          <input type="hidden" name="username" autoComplete="username" value={me.username} readOnly />
          <PasswordInput
            ref={input}
            label={t('confirming.password')}
            name="password"
            autoComplete="current-password"
            data-autofocus
            autoFocus
            value={password}
            error={faults.password}
            visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff /> : <IconEye />)}
            visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword'), tabIndex: 0 }}
            onChange={(e) => {
              setPassword(e.currentTarget.value);
              setFaults({});
            }}
          />
        </>
      ) : null}
      <p role="alert" className={styles.failure}>
        {faults.other}
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => end(false)}>
          {t('common.cancel')}
        </Button>
        {has('passkey') ? (
          <Button
            {...(has('password')
              ? { variant: 'default', onClick: () => void confirmBy('passkey') }
              : { type: 'submit' })}
            loading={pending && way === 'passkey'}
            disabled={pending}
          >
            {t('confirming.usePasskey')}
          </Button>
        ) : null}
        {has('password') ? (
          <Button type="submit" loading={pending && way === 'password'} disabled={pending}>
            {t('confirming.action')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** Opens the window during the click, since browsers block it later; the window then continues to the provider. */
async function openProvider(act: ConfirmAct): Promise<'opened' | 'blocked'> {
  const opened = window.open('', '_blank', 'popup,width=520,height=720');
  if (!opened) return 'blocked';
  try {
    const { url } = (await call(confirm.startProvider, { body: { act } })).data;
    if (!['https:', 'http:'].includes(URL.parse(url)?.protocol ?? '')) throw new ApiError(200, 'unreadable');
    // the provider's page must not reach this one
    opened.opener = null;
    opened.location.href = url;
    return 'opened';
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Confirms with a fresh sign-in at the identity provider, in a window of its own, so that this page keeps its input. */
export function ConfirmByProvider({ act, end }: Question) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [state, setState] = useState<'opened' | 'blocked'>();
  const [failure, setFailure] = useState<string>();
  const { pending, begin, end: ended } = useSending();
  const heard = useEffectEvent((confirmed: ConfirmAct) => {
    if (confirmed === act) end(true);
  });
  // the other window is outside React
  useEffect(() => hearConfirmed(heard), []);
  const open = async () => {
    if (!begin()) return;
    setFailure(undefined);
    try {
      setState(await openProvider(act));
    } catch (error) {
      setFailure(errorText(error));
    }
    ended();
  };
  return (
    <div className={styles.form}>
      <p className={styles.plain}>{t('confirming.provider.text')}</p>
      <p role="status" className={styles.plain}>
        {state === 'opened' ? t('confirming.provider.opened') : null}
      </p>
      <p role="alert" className={styles.failure}>
        {state === 'blocked' ? t('confirming.provider.blocked') : failure}
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => end(false)}>
          {t('common.cancel')}
        </Button>
        <Button data-autofocus autoFocus loading={pending} onClick={() => void open()}>
          {t('confirming.provider.action')}
        </Button>
      </div>
    </div>
  );
}

import { secondFactor } from '@keyward/contract/account-calls';
import { paths } from '@keyward/contract/paths';
import { Button, TextInput } from '@mantine/core';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { entryState } from '#lib/entry.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSending } from '#lib/useSending.ts';
import { IconArrowLeft } from '#ui/icons.tsx';
import styles from './auth.module.css';

type SecondFactorProps = {
  token: string;
  username: string;
  enter: () => Promise<void>;
  onBack: () => void;
  /** Called when the sign-in has expired, with the reason; returns to the password step. */
  onEnded: (reason: string) => void;
};

/** Third step, for profiles with a passkey: the passkey, or a recovery code. */
export function SecondFactor({ token, username, enter, onBack, onEnded }: SecondFactorProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [byCode, setByCode] = useState(false);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { pending, begin, end } = useSending();
  const input = useRef<HTMLInputElement>(null);

  const passkey = async () => {
    const { data } = await call(secondFactor.options, { body: { token } });
    // the server creates these options with the server half of the same library
    const optionsJSON: PublicKeyCredentialRequestOptionsJSON = data;
    const response = await startAuthentication({ optionsJSON });
    await call(secondFactor.passkey, { body: { token, response } });
  };
  const signIn = async () => {
    if (!begin()) return;
    try {
      if (byCode) await call(secondFactor.recoveryCode, { body: { token, code } });
      else await passkey();
      history.replaceState(entryState(0), '', paths.home());
      await enter();
    } catch (error) {
      end();
      if (error instanceof ApiError && error.code === 'secondFactorEnded') return onEnded(errorText(error));
      setFailure(error instanceof ApiError ? errorText(error) : t('auth.secondFactor.notConfirmed'));
      input.current?.select();
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (pending) return;
    setFailure(null);
    if (byCode && code.trim() === '') {
      setFault(t('auth.secondFactor.codeRequired'));
      input.current?.focus();
      return;
    }
    void signIn();
  };
  const change = () => {
    setByCode(!byCode);
    setFailure(null);
    setFault(null);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1 className={styles.title}>{t('auth.secondFactor.title')}</h1>
      <div className={styles.who}>
        <span>{t('auth.signingInAs')}</span>
        <strong>{username}</strong>
      </div>
      {byCode ? (
        <TextInput
          ref={input}
          label={t('auth.secondFactor.codeLabel')}
          description={t('auth.secondFactor.codeHint')}
          name="code"
          size="md"
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          error={fault}
          onChange={(e) => {
            setCode(e.currentTarget.value);
            setFault(null);
          }}
        />
      ) : (
        <p className={styles.plain}>{t('auth.secondFactor.text')}</p>
      )}
      <Button key={String(byCode)} type="submit" size="md" fullWidth autoFocus={!byCode} loading={pending}>
        {t(byCode ? 'auth.signIn' : 'auth.secondFactor.usePasskey')}
      </Button>
      <button type="button" className={styles.back} disabled={pending} onClick={change}>
        {t(byCode ? 'auth.secondFactor.backToPasskey' : 'auth.secondFactor.useCode')}
      </button>
      <p role="alert" className={styles.failure}>
        {failure}
      </p>
      <button type="button" className={styles.back} onClick={onBack}>
        <IconArrowLeft size={16} />
        {t('auth.changeUsername')}
      </button>
    </form>
  );
}

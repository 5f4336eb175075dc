import { Button, PasswordInput } from '@mantine/core';
import { auth } from '@keyward/contract/account-calls';
import type { auth as endpoints } from '@keyward/contract/auth';
import type { Out } from '@keyward/contract/endpoint';
import { paths } from '@keyward/contract/paths';
import { type KeyboardEvent, type SubmitEvent, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { entryState } from '#lib/entry.ts';
import { useErrorText } from '#lib/errors.ts';
import { lazily } from '#lib/lazily.ts';
import { useSending } from '#lib/useSending.ts';
import { IconArrowLeft, IconEye, IconEyeOff } from '#ui/icons.tsx';
import { checkPassword, loadSchemas } from './check.ts';
import styles from './auth.module.css';
import { useChecked } from './useChecked.ts';

const SecondFactor = lazily(async () => (await import('./SecondFactor.tsx')).SecondFactor);

type PasswordStepProps = {
  username: string;
  /** The password of a demo account, filled in. */
  suggestion: string;
  onBack: () => void;
  enter: () => Promise<void>;
};

/** Second step: the password for the profile ID from the first step. */
export function PasswordStep({ username, suggestion, onBack, enter }: PasswordStepProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { text, type, fault, input, read } = useChecked(suggestion, checkPassword);
  const [failure, setFailure] = useState<string | null>(null);
  const [capsLock, setCapsLock] = useState(false);
  const { pending, begin, end } = useSending();
  const [secondFactor, setSecondFactor] = useState<string | null>(null);
  // preloads the portal while the password is typed
  useEffect(() => {
    import('#app.tsx').catch(() => undefined);
    void loadSchemas();
  }, []);

  const signIn = async () => {
    if (!begin()) return;
    try {
      const password = await read();
      if (password === null) return end();
      const reply: Partial<Out<(typeof endpoints)['login']>> = await call(auth.login, { body: { username, password } });
      if (!reply.data) throw new ApiError(200, 'passwordMissing');
      if (reply.data.secondFactor) {
        type('');
        end();
        return setSecondFactor(reply.data.secondFactor);
      }
      const { passwordResetToken: token } = reply.data;
      history.replaceState(entryState(0), '', token ? paths.setPassword(token) : paths.home());
      await enter();
    } catch (error) {
      // a refusal without a message: 'server message or invalidCredentials' (specification, part 1, section 8)
      const silent =
        error instanceof ApiError && (error.status === 401 || error.status === 403) && error.code === 'unreadable';
      setFailure(silent ? t('errors.invalidCredentials') : errorText(error));
      end();
      input.current?.select();
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setFailure(null);
    if (!pending) void signIn();
  };
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  if (secondFactor) {
    return (
      <Suspense>
        <SecondFactor
          token={secondFactor}
          username={username}
          enter={enter}
          onBack={onBack}
          onEnded={(reason) => {
            setSecondFactor(null);
            setFailure(reason);
          }}
        />
      </Suspense>
    );
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1 className={styles.title}>{t('auth.titlePassword')}</h1>
      <div className={styles.who}>
        <span>{t('auth.signingInAs')}</span>
        <strong>{username}</strong>
      </div>
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordInput
        ref={input}
        label={t('auth.passwordLabel')}
        name="password"
        size="md"
        autoFocus
        autoComplete="current-password"
        value={text}
        error={fault}
        aria-invalid={fault !== null}
        description={capsLock ? t('auth.capsLock') : null}
        visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff /> : <IconEye />)}
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword'), tabIndex: 0 }}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onChange={(e) => type(e.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth loading={pending}>
        {t('auth.signIn')}
      </Button>
      <a className={styles.link} href={paths.forgotPassword()}>
        {t('auth.forgotPassword')}
      </a>
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

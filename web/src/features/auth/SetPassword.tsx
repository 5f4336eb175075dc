import { passwords } from '@keyward/contract/account-calls';
import type { MobileApps } from '@keyward/contract/apps';
import { paths } from '@keyward/contract/paths';
import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { MainAlert } from '#ui/Alerts.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import { Frame } from './Frame.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { Outcome } from './Outcome.tsx';
import { StoreBadges } from './StoreBadges.tsx';
import styles from './auth.module.css';

type State =
  | { step: 'checking' | 'notValid' }
  | { step: 'failed'; error: unknown }
  | { step: 'form'; who: string }
  | { step: 'saved'; apps: MobileApps };

/**
 * Removes the token from the address bar at once (it would leak through screenshots, bookmarks and synchronised
 * histories); this tab's history entry keeps it, so that a reload still works.
 */
function takeToken(): string {
  const inAddress = new URLSearchParams(location.search).get('token');
  const state: unknown = history.state;
  const kept: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'token') : null;
  const token = inAddress ?? (typeof kept === 'string' ? kept : '');
  history.replaceState({ token }, '', paths.setPassword());
  return token;
}

/** The server refuses a token that it cannot parse, or that is too long; both count as no token. */
const isNoToken = (error: unknown) => error instanceof ApiError && (error.status === 400 || error.status === 413);

export const setPasswordPage = () => <SetPassword token={takeToken()} />;

/** Sets a password with the token of a link. Specification, part 1, sections 2, 4 and 5. */
function SetPassword({ token }: { token: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [state, setState] = useState<State>({ step: token ? 'checking' : 'notValid' });
  // the server checks the token without using it up
  useEffect(() => {
    if (!token) return;
    const stop = new AbortController();
    call(passwords.verifyToken, { body: { token } }, { signal: stop.signal }).then(
      ({ data }) =>
        setState(data.isValid ? { step: 'form', who: data.email ?? data.username ?? '' } : { step: 'notValid' }),
      (error: unknown) =>
        !stop.signal.aborted && setState(isNoToken(error) ? { step: 'notValid' } : { step: 'failed', error }),
    );
    return () => stop.abort();
  }, [token]);
  const titles = {
    checking: 'auth.setTitle',
    failed: 'auth.setTitle',
    form: 'auth.setTitle',
    notValid: 'auth.requestNotValidTitle',
    saved: 'auth.updatedTitle',
  } as const;
  const title = t(titles[state.step]);
  return (
    <Frame title={title}>
      <MainAlert />
      {state.step === 'checking' ? (
        <>
          <div className={styles.waiting} role="status">
            <Loader size="sm" />
            {t('auth.checkingLink')}
          </div>
          <SlowNotice />
        </>
      ) : null}
      {state.step === 'failed' ? (
        <ErrorState
          title={t('common.problems.unreadable')}
          text={errorText(state.error)}
          action={t('common.retry')}
          onAction={() => location.reload()}
        />
      ) : null}
      {state.step === 'notValid' ? (
        <Outcome tone="failure" title={title}>
          <p>{t('auth.requestNotValid')}</p>
        </Outcome>
      ) : null}
      {state.step === 'form' ? (
        <NewPasswordForm
          token={token}
          who={state.who}
          onSaved={(apps) => {
            history.replaceState(null, '', paths.setPassword());
            setState({ step: 'saved', apps });
          }}
        />
      ) : null}
      {state.step === 'saved' ? (
        <>
          <Outcome tone="success" title={title}>
            <p>{t('auth.passwordUpdated')}</p>
          </Outcome>
          <StoreBadges apps={state.apps} />
        </>
      ) : null}
    </Frame>
  );
}

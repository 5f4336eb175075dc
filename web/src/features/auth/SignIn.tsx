import { auth } from '@keyward/contract/account-calls';
import { paths } from '@keyward/contract/paths';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/call.ts';
import { entryState } from '#lib/entry.ts';
import { lazily } from '#lib/lazily.ts';
import { useKeptTitles } from '#lib/kept.ts';
import { lastPerson } from '#lib/person.ts';
import { hearTabs } from '#lib/tabs.ts';
import { type Account, DemoAccounts } from './DemoAccounts.tsx';
import { Frame } from './Frame.tsx';
import styles from './auth.module.css';
import { UsernameStep } from './UsernameStep.tsx';
import { useStep } from './useStep.ts';

const PasswordStep = lazily(async () => (await import('./PasswordStep.tsx')).PasswordStep);

/** The steps of sign-in. `message`: why the session ended, or null. */
export function SignIn({ message, enter }: { message: string | null; enter: () => Promise<void> }) {
  const { t } = useTranslation();
  const step = useStep();
  const [carried, setCarried] = useState(message);
  const [accounts, setAccounts] = useState<Account[]>([]);
  const [chosen, setChosen] = useState<Account | null>(null);
  // the server lists accounts only in demo mode; the page is complete without an answer
  useEffect(() => {
    const stop = new AbortController();
    call(auth.demoAccounts, undefined, { signal: stop.signal }).then(
      ({ data }) => setAccounts(data),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  const forms = useKeptTitles();
  // the same profile has signed in in another tab: this tab continues as well
  useEffect(
    () =>
      hearTabs((news) => {
        if (!('person' in news) || news.person !== lastPerson()) return;
        history.replaceState(entryState(0), '', paths.home());
        void enter();
      }),
    [enter],
  );
  const atPassword = step.username !== '';
  return (
    <Frame title={t(atPassword ? 'auth.titlePassword' : 'auth.title')}>
      {forms ? (
        <p role="status" className={styles.kept}>
          {t('session.kept.atSignIn', { forms })}
        </p>
      ) : null}
      {atPassword ? (
        <Suspense>
          <PasswordStep
            key={step.username}
            username={step.username}
            suggestion={chosen?.username === step.username ? chosen.password : ''}
            onBack={step.toUsername}
            enter={enter}
          />
        </Suspense>
      ) : (
        <>
          <UsernameStep
            key={chosen?.username ?? ''}
            initial={chosen?.username ?? ''}
            onStart={PasswordStep.preload}
            message={carried}
            enter={enter}
            onNext={(username) => {
              setCarried(null);
              step.toPassword(username);
            }}
          />
          {accounts.length ? <DemoAccounts accounts={accounts} chosen={chosen} onChoose={setChosen} /> : null}
        </>
      )}
    </Frame>
  );
}

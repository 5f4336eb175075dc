import { auth } from '@keyward/contract/auth';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/call.ts';
import { type Account, DemoAccounts } from './DemoAccounts.tsx';
import { Frame } from './Frame.tsx';
import { UsernameStep } from './UsernameStep.tsx';
import { useStep } from './useStep.ts';

const loadPasswordStep = () => import('./PasswordStep.tsx');
const PasswordStep = lazy(async () => ({ default: (await loadPasswordStep()).PasswordStep }));

/** Both steps of signing in. `message` came with the person from where the session ended. */
export function SignIn({ message, enter }: { message: string | null; enter: () => Promise<void> }) {
  const { t } = useTranslation();
  const step = useStep();
  const [carried, setCarried] = useState(message);
  const [accounts, setAccounts] = useState<Account[]>([]);
  const [chosen, setChosen] = useState<Account | null>(null);
  // named by the server only in demo mode; without an answer the page is complete all the same
  useEffect(() => {
    const stop = new AbortController();
    call(auth.demoAccounts, undefined, { signal: stop.signal }).then(
      ({ data }) => setAccounts(data),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  const atPassword = step.username !== '';
  return (
    <Frame title={t(atPassword ? 'auth.titlePassword' : 'auth.title')}>
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
            onStart={loadPasswordStep}
            message={carried}
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

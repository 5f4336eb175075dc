import { useBlocker } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { lazily } from '#lib/lazily.ts';
import { askedAbout, useAskedAbout, withdrawSignOut } from './askToSignOut.ts';
import { backCloses } from './backCloses.ts';
import { useAddressChange } from './useAddressChange.ts';

const SignOutQuestion = lazily(async () => (await import('./SignOutQuestion.tsx')).SignOutQuestion, { later: 2000 });

// one function: a blocker that changes moves behind those of forms
const closeOnBack = backCloses(() => askedAbout() !== null, withdrawSignOut);

/** The question before signing out, above whatever is open, which stays as it is. Another address withdraws it. */
export function SigningOut() {
  const asked = useAskedAbout();
  useBlocker({ shouldBlockFn: closeOnBack, enableBeforeUnload: false });
  useAddressChange(withdrawSignOut);
  // the connection may be gone by the time of the question
  useEffect(() => void SignOutQuestion.preload(), []);
  return asked ? (
    <Suspense>
      <SignOutQuestion {...asked} />
    </Suspense>
  ) : null;
}

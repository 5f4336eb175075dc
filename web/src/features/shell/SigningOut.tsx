import { Suspense, useEffect } from 'react';
import { lazily } from '#lib/lazily.ts';
import { useAskedAbout, withdrawSignOut } from './askToSignOut.ts';
import { useAddressChange } from './useAddressChange.ts';

const SignOutQuestion = lazily(async () => (await import('./SignOutQuestion.tsx')).SignOutQuestion, { later: 2000 });

/** Question before signing out, above whatever is open, which stays unchanged. A change of address withdraws it. */
export function SigningOut() {
  const asked = useAskedAbout();
  useAddressChange(withdrawSignOut);
  // the connection may be lost by the time of the question
  useEffect(() => void SignOutQuestion.preload(), []);
  return asked ? (
    <Suspense>
      <SignOutQuestion {...asked} />
    </Suspense>
  ) : null;
}

import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { lazily } from '#lib/lazily.ts';
import { useAskedAbout, withdrawSignOut } from './askToSignOut.ts';

const SignOutQuestion = lazily(async () => (await import('./SignOutQuestion.tsx')).SignOutQuestion, { later: 2000 });

/** The question before signing out, above whatever is open, which stays as it is. Another address withdraws it. */
export function SigningOut() {
  const held = useAskedAbout();
  const router = useRouter();
  // the router's events are outside React
  useEffect(() => router.subscribe('onBeforeNavigate', withdrawSignOut), [router]);
  // the connection may be gone by the time of the question
  useEffect(() => void SignOutQuestion.preload(), []);
  return held ? (
    <Suspense>
      <SignOutQuestion held={held} />
    </Suspense>
  ) : null;
}

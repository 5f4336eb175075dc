import i18next from 'i18next';
import { heldNow } from '#lib/held.ts';
import { lazily } from '#lib/lazily.ts';
import { signOut } from '#lib/session.ts';
import { alerts } from '#ui/alerts.ts';
import { askConfirmation } from '#ui/confirmation.ts';

const SignOutQuestion = lazily(async () => (await import('./SignOutQuestion.tsx')).SignOutQuestion);

/** Signs out, after a question where something would be lost with the page. Says so when it fails; never rejects. */
export async function askToSignOut(): Promise<void> {
  const held = heldNow();
  if (held.length > 0) return askConfirmation(<SignOutQuestion held={held} onSignOut={signOutNow} />);
  await signOutNow();
}

const signOutNow = () => signOut().catch(() => alerts.failure(i18next.t('shell.logoutFailed')));

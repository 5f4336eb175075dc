import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '#lib/ending.ts';
import { type Held, heldNow } from '#lib/held.ts';
import { signOut } from '#lib/session.ts';
import { alerts } from '#ui/alerts.ts';

type Question = {
  /** What would be lost. */
  held: readonly Held[];
  /** It was answered with yes, and the server has not replied yet. */
  pending: boolean;
};

/** The question before signing out; null: it is not asked now. */
let openQuestion: Question | null = null;
const listeners = new Set<() => void>();
function set(next: Question | null): void {
  openQuestion = next;
  for (const listener of listeners) listener();
}

/** Signs out, after a question where something would be lost with the page. Says so when it fails; never rejects. */
export async function askToSignOut(): Promise<void> {
  const held = heldNow();
  if (held.length > 0) return set({ held, pending: false });
  await signOutNow();
}

const signOutNow = () => signOut().catch(() => alerts.failure(i18next.t('shell.logoutFailed')));

/** Answers the question with yes; it goes once the server has replied. Never rejects. */
export async function agreeToSignOut(): Promise<void> {
  if (!openQuestion || openQuestion.pending) return;
  set({ ...openQuestion, pending: true });
  await signOutNow();
  set(null);
}

/** Closes the question, unless it was answered: the request cannot be recalled. */
export const withdrawSignOut = (): void => void (openQuestion && !openQuestion.pending && set(null));
onSessionEnd(() => set(null));

/** The question that is asked now. */
export const askedAbout = (): Question | null => openQuestion;

/** `askedAbout` as a hook. */
export const useAskedAbout = (): Question | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, askedAbout);

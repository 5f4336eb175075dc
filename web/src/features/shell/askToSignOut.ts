import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '#lib/ending.ts';
import { type Held, heldNow } from '#lib/held.ts';
import { signOut } from '#lib/session.ts';
import { alerts } from '#ui/alerts.ts';

type Question = {
  /** Changes and downloads that would be lost. */
  held: readonly Held[];
  /** Whether it was confirmed and the server has not answered yet. */
  pending: boolean;
};

/** The open question before signing out; null if there is none. */
let openQuestion: Question | null = null;
const listeners = new Set<() => void>();
function set(next: Question | null): void {
  openQuestion = next;
  for (const listener of listeners) listener();
}

/** Signs out, after a question if something would be lost with the page. Shows an alert on failure; never rejects. */
export async function askToSignOut(): Promise<void> {
  const held = heldNow();
  if (held.length > 0) return set({ held, pending: false });
  await signOutNow();
}

const signOutNow = () => signOut().catch(() => alerts.failure(i18next.t('shell.logoutFailed')));

/** Confirms the question, which closes once the server has answered. Never rejects. */
export async function agreeToSignOut(): Promise<void> {
  if (!openQuestion || openQuestion.pending) return;
  set({ ...openQuestion, pending: true });
  await signOutNow();
  set(null);
}

/** Closes the question unless it was confirmed: the request cannot be recalled. */
export const withdrawSignOut = (): void => void (openQuestion && !openQuestion.pending && set(null));
onSessionEnd(() => set(null));

/** The open question; null if there is none. */
export const askedAbout = (): Question | null => openQuestion;

/** `askedAbout` as a hook. */
export const useAskedAbout = (): Question | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, askedAbout);

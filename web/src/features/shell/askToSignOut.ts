import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '#lib/ending.ts';
import { type Held, heldNow } from '#lib/held.ts';
import { signOut } from '#lib/session.ts';
import { alerts } from '#ui/alerts.ts';

/** What the question before signing out says would be lost; null: it is not asked now. */
let asked: readonly Held[] | null = null;
const listeners = new Set<() => void>();
function set(next: readonly Held[] | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Signs out, after a question where something would be lost with the page. Says so when it fails; never rejects. */
export async function askToSignOut(): Promise<void> {
  const held = heldNow();
  if (held.length > 0) return set(held);
  await signOutNow();
}

export const signOutNow = () => signOut().catch(() => alerts.failure(i18next.t('shell.logoutFailed')));

export const withdrawSignOut = (): void => void (asked && set(null));
onSessionEnd(withdrawSignOut);

/** What the question that is asked now says would be lost. */
export const askedAbout = (): readonly Held[] | null => asked;

/** `askedAbout` as a hook. */
export const useAskedAbout = (): readonly Held[] | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, askedAbout);

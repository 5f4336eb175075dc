import { createContext, type ReactElement, useSyncExternalStore } from 'react';
import { onSessionEnd } from '#lib/ending.ts';

/** The question that is open now, above the page and its drawer. */
let openQuestion: ReactElement | null = null;
const listeners = new Set<() => void>();
function set(next: ReactElement | null): void {
  openQuestion = next;
  for (const listener of listeners) listener();
}

/** Shows a confirmation, in place of one that is open. */
export const askConfirmation = (question: ReactElement): void => set(question);
export const dismissConfirmation = (): void => void (openQuestion && set(null));
onSessionEnd(dismissConfirmation);

/** The question that is shown now. */
export const shownConfirmation = (): ReactElement | null => openQuestion;

/** `shownConfirmation` as a hook. */
export const useConfirmation = (): ReactElement | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shownConfirmation);

/** True inside the confirmation: its own drawer is not covered by it. */
export const InConfirmation = createContext(false);

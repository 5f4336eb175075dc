import type { ConfirmAct } from '@keyward/contract/confirm-acts';
import { useSyncExternalStore } from 'react';
import { onSessionEnd } from './ending.ts';

export type Question = { act: ConfirmAct; end: (confirmed: boolean) => void };

/** The act that the person is asked to confirm now. */
let openQuestion: (Question & { answer: Promise<boolean> }) | undefined;
const listeners = new Set<() => void>();
/** Whether the portal's frame shows the question; without it, none is asked. */
let shown = false;

/**
 * Asks the person to confirm an act, which the server then accepts for some minutes; resolves with whether they did.
 * Any call that answers 403 `confirmAgain` asks by itself and is sent again. Calls that wait for the same act share the
 * question; another act waits for its turn.
 */
export async function confirmAgain(act: ConfirmAct): Promise<boolean> {
  if (!shown) return false;
  const { act: current, answer } = openQuestion ?? {};
  if (answer) return current === act ? answer : answer.then(() => confirmAgain(act));
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = (confirmed: boolean) => {
    // a late reply to a closed question leaves the next one open
    if (openQuestion?.answer === promise) {
      openQuestion = undefined;
      for (const listener of listeners) listener();
    }
    resolve(confirmed);
  };
  openQuestion = { act, end, answer: promise };
  for (const listener of listeners) listener();
  return promise;
}
onSessionEnd(() => openQuestion?.end(false));

/** The question to show; while a component uses it, questions can be asked. */
export const useConfirming = (): Question | undefined =>
  useSyncExternalStore(
    (listener) => {
      shown = true;
      listeners.add(listener);
      return () => {
        shown = false;
        listeners.delete(listener);
        openQuestion?.end(false);
      };
    },
    () => openQuestion,
  );

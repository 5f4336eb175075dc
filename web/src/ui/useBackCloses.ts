import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';

type Step = Parameters<ShouldBlockFn>[0];
/** How many of the dialogs that close with Back are open. */
let opened = 0;

const isStep = ({ action }: Step) => action !== 'PUSH' && action !== 'REPLACE';

/** Back or Forward, while a dialog takes it: forms below do not ask about it. */
export const isStepTaken = (step: Step): boolean => opened > 0 && isStep(step);

/**
 * While mounted, Back and Forward call `onClose`, as Escape does, and leave the address and what is below as they are. For a
 * question that may stand above any page.
 */
export function useBackCloses(onClose: () => void): void {
  // the forms below are outside this component
  useEffect(() => {
    opened++;
    return () => void opened--;
  }, []);
  useBlocker({
    shouldBlockFn: (step) => {
      if (!isStep(step)) return false;
      onClose();
      return true;
    },
    enableBeforeUnload: false,
  });
}

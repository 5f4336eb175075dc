import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Layer, topOf } from './escape.ts';

type Step = Parameters<ShouldBlockFn>[0];
type Open = { layer: Layer };
/** The open layers that close with Back, in the order in which they opened. */
const opened = new Set<Open>();

/** Is it Back or Forward? */
export const isStep = ({ action }: Step): boolean => action !== 'PUSH' && action !== 'REPLACE';

/** Is it Back or Forward, and does an open layer take it? Forms below do not ask about it then. */
export const isStepTaken = (step: Step): boolean => opened.size > 0 && isStep(step);

/**
 * While `isOpen` and no layer that closes with Back is above, Back and Forward call `onClose`, as Escape does, and leave the
 * address and the layers below as they are. For layers that may open above any page and are not in the address.
 */
export function useBackCloses(
  onClose: () => void,
  { isOpen = true, layer = 'page' }: { isOpen?: boolean; layer?: Layer } = {},
): void {
  const own = useRef<Open>(null);
  // the forms below are outside this component
  useEffect(() => {
    if (!isOpen) return;
    const one = { layer };
    own.current = one;
    opened.add(one);
    return () => void opened.delete(one);
  }, [isOpen, layer]);
  useBlocker({
    // the router asks in the order of the last renders
    shouldBlockFn: (step) => {
      if (!isStep(step) || topOf(opened) !== own.current) return false;
      onClose();
      return true;
    },
    enableBeforeUnload: false,
    disabled: !isOpen,
  });
}

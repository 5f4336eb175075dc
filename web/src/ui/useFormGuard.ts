import { useBlocker, useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { withoutDrawer } from '#lib/drawerSearch.ts';
import { holdPage } from '#lib/held.ts';
import { isStepTaken } from './useBackCloses.ts';

/** Another tab of the drawer keeps its form. */
const placeOf = ({ pathname, search }: { pathname: string; search: object }) =>
  `${pathname} ${JSON.stringify(withoutDrawer(search))}`;

/**
 * Guards unsaved input: closing the drawer, leaving the page, signing out or closing the browser asks first while
 * there are unsent changes. `sent` marks the values as submitted, `refused` as unsaved again. Discarding them closes the
 * form, also where it is not in the address that is left. `onAsk` is called when the question opens.
 */
export function useFormGuard(
  isDirty: () => boolean,
  snapshot: () => string,
  onClose: () => void,
  onAsk: () => void = () => undefined,
) {
  const sent = useRef<string | null>(null);
  /** Where the changes were discarded. */
  const leaving = useRef<string | null>(null);
  const [asking, setAsking] = useState(false);
  const unsaved = () => leaving.current === null && isDirty() && snapshot() !== sent.current;
  const blocker = useBlocker({
    shouldBlockFn: (step) => {
      const asks = !isStepTaken(step) && unsaved() && placeOf(step.current) !== placeOf(step.next);
      if (asks) onAsk();
      return asks;
    },
    // the page is held below
    enableBeforeUnload: false,
    withResolver: true,
  });
  const isHeld = useEffectEvent(() => unsaved());
  // the browser and a sign-out ask from outside React
  useEffect(() => holdPage('changes', () => isHeld()), []);
  const place = useLocation({ select: placeOf });
  const closeLeft = useEffectEvent((now: string) => {
    if (leaving.current !== null && leaving.current !== now) onClose();
  });
  // the address changes outside React
  useEffect(() => closeLeft(place), [place]);
  // the changes are gone, and further ones are asked about
  useEffect(() => {
    if (!isDirty()) leaving.current = null;
  });
  return {
    asking: asking || blocker.status === 'blocked',
    sent: () => (sent.current = snapshot()),
    refused: () => (sent.current = null),
    close: () => {
      if (!unsaved()) return onClose();
      setAsking(true);
      onAsk();
    },
    keep: () => {
      setAsking(false);
      blocker.reset?.();
    },
    discard: () => {
      leaving.current = place;
      if (blocker.proceed) blocker.proceed();
      else onClose();
    },
  };
}

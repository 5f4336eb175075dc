import { useBlocker, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { withoutDrawer } from '#lib/drawerSearch.ts';
import { entryOf } from '#lib/entry.ts';
import { holdPage } from '#lib/held.ts';
import { isStep, isStepTaken } from './useBackCloses.ts';

/** The address as far as it identifies a form: another tab of the drawer keeps its form. */
const placeOf = ({ pathname, search }: { pathname: string; search: object }) =>
  `${pathname} ${JSON.stringify(withoutDrawer(search))}`;

/** The two answers to the question: leaving, or staying. */
type Departure = { proceed: () => void; stay: () => void; isDiscarded?: true };

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
  const { history } = useRouter();
  const sent = useRef<string | null>(null);
  /** The place where the changes were discarded. */
  const leaving = useRef<string | null>(null);
  const [departure, setDeparture] = useState<Departure | null>(null);
  const unsaved = () => leaving.current === null && isDirty() && snapshot() !== sent.current;
  const ask = (next: Departure) => {
    departure?.stay();
    setDeparture(next);
    onAsk();
  };
  useBlocker({
    shouldBlockFn: (move) => {
      if (isStepTaken(move) || !unsaved() || placeOf(move.current) === placeOf(move.next)) return false;
      if (isStep(move)) {
        // refused now and repeated later: the router cannot recognise a step that is pressed while another one waits
        const entries = entryOf(window.history.state) - entryOf(history.location.state);
        ask({ proceed: () => history.go(entries), stay: () => undefined });
        return true;
      }
      return new Promise<boolean>((resolve) => ask({ proceed: () => resolve(false), stay: () => resolve(true) }));
    },
    // holdPage below handles the unloading of the page
    enableBeforeUnload: false,
  });
  const isHeld = useEffectEvent(() => unsaved());
  // the browser and a sign-out ask from outside React
  useEffect(() => holdPage('changes', () => isHeld()), []);
  const place = useLocation({ select: placeOf });
  const closeLeft = useEffectEvent((now: string) => {
    if (leaving.current === null || leaving.current === now) return;
    setDeparture(null);
    onClose();
  });
  // the address changes outside React
  useEffect(() => closeLeft(place), [place]);
  // the discarded changes are gone, and a form that stays mounted asks about further ones
  if (departure?.isDiscarded && !isDirty()) setDeparture(null);
  useEffect(() => {
    if (!isDirty() && departure === null) leaving.current = null;
  });
  return {
    asking: departure !== null,
    sent: () => (sent.current = snapshot()),
    refused: () => (sent.current = null),
    close: () => {
      if (!unsaved()) return onClose();
      return ask({ proceed: onClose, stay: () => undefined });
    },
    keep: () => {
      // another form may have refused the departure
      leaving.current = null;
      setDeparture(null);
      departure?.stay();
    },
    discard: () => {
      // pressed once more while the step is under way, or after another form refused the departure
      if (leaving.current !== null) return onClose();
      leaving.current = place;
      // the question stays until the changes are gone
      setDeparture(departure && { ...departure, isDiscarded: true });
      departure?.proceed();
    },
  };
}

import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { withoutDrawer } from '#lib/drawerSearch.ts';

/** Another tab of the drawer keeps its form. */
const placeOf = ({ pathname, search }: { pathname: string; search: object }) =>
  `${pathname} ${JSON.stringify(withoutDrawer(search))}`;

/**
 * Guards unsaved input: closing the drawer, leaving the page or closing the browser asks first while there are unsent
 * changes. `sent` marks the values as submitted, `refused` as unsaved again.
 */
export function useFormGuard(isDirty: () => boolean, snapshot: () => string, onClose: () => void) {
  const sent = useRef<string | null>(null);
  const leaving = useRef(false);
  const [asking, setAsking] = useState(false);
  const unsaved = () => !leaving.current && isDirty() && snapshot() !== sent.current;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved() && placeOf(current) !== placeOf(next),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return {
    asking: asking || blocker.status === 'blocked',
    sent: () => (sent.current = snapshot()),
    refused: () => (sent.current = null),
    close: () => (unsaved() ? setAsking(true) : onClose()),
    keep: () => {
      setAsking(false);
      blocker.reset?.();
    },
    discard: () => {
      leaving.current = true;
      if (blocker.proceed) blocker.proceed();
      else onClose();
    },
  };
}

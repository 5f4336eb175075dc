import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';

/**
 * Keeps typed work from getting lost: closing the drawer, leaving the page or the browser asks first while there are
 * changes that were not sent. `sent` says the values are on their way, `refused` that they came back.
 */
export function useFormGuard(isDirty: () => boolean, snapshot: () => string, onClose: () => void) {
  const sent = useRef<string | null>(null);
  const leaving = useRef(false);
  const [asking, setAsking] = useState(false);
  const unsaved = () => !leaving.current && isDirty() && snapshot() !== sent.current;
  const blocker = useBlocker({
    shouldBlockFn: unsaved,
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

import { useCallback } from 'react';
import { ApiError } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import { failureAlert } from './alertFailure.ts';
import { type Alert, showAlert } from './alerts.ts';
import { useOnScreen } from './useOnScreen.ts';

/**
 * Shows a failure in the drawer, or as an alert of the page once the sender of the call is closed. `message`: the reason, by
 * default. Without an answer, a read has failed, but an act may have been carried out.
 */
export function useDrawerFailure(
  of: 'act' | 'read' = 'act',
): (error: unknown, title: string, message?: string) => void {
  const isOpen = useOnScreen();
  return useCallback(
    (error, title, message = errorWords(error)) => {
      const alert: Alert = of === 'act' ? failureAlert(error, title, message) : { type: 'Failure', title, message };
      if (isOpen()) showAlert('drawer', alert);
      // the sign-in page says why the session is over
      else if (!(error instanceof ApiError && error.status === 401)) showAlert('main', alert);
    },
    [isOpen, of],
  );
}

import { useCallback } from 'react';
import { ApiError } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import { alerts, showAlert } from './alerts.ts';
import { useOnScreen } from './useOnScreen.ts';

/** Shows a failure in the drawer, or as an alert of the page once what sent the call is closed. `message`: why, by default. */
export function useDrawerFailure(): (error: unknown, title: string, message?: string) => void {
  const isOpen = useOnScreen();
  return useCallback(
    (error, title, message = errorWords(error)) => {
      if (isOpen()) showAlert('drawer', { type: 'Failure', title, message });
      // the sign-in page says why the session is over
      else if (!(error instanceof ApiError && error.status === 401)) alerts.failure(message, title);
    },
    [isOpen],
  );
}

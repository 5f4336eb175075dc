import type { Call, EndpointSpec, In, Out } from '@keyward/contract/endpoint';
import type { UseMutationResult } from '@tanstack/react-query';
import { useApiMutation } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { withLocalTime } from '#lib/conflict.ts';
import { errorWords } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { failureAlert } from './alertFailure.ts';
import { showAlert } from './alerts.ts';
import { useOnScreen } from './useOnScreen.ts';

type Options<E extends EndpointSpec> = {
  /** The failure message of the specification, shown above the reason. */
  errorTitle: string;
  /** `isOpen`: the form or question that sent the call is still on screen; if not, another one may be. */
  onSuccess?: (reply: Out<E>, isOpen: () => boolean, parts: In<E>) => void;
  /** Called while the form or question is on screen, which shows the error. */
  onError?: (error: ApiError) => void;
  identify?: (parts: In<E>) => unknown;
};

/**
 * A write call of a form or question in a drawer, as `useApiMutation`. If that is closed before the answer arrives, a failure is
 * an alert of the page.
 */
export function useDrawerCall<E extends EndpointSpec>(
  endpoint: Call<E>,
  { errorTitle, onSuccess, onError, identify }: Options<E>,
): UseMutationResult<Out<E>, ApiError, In<E>> {
  const { zone } = useSession();
  const isOpen = useOnScreen();
  return useApiMutation(endpoint, {
    ...(identify ? { identify } : {}),
    onSuccess: (reply, parts) => onSuccess?.(reply, isOpen, parts),
    onError: (error) => {
      if (isOpen()) onError?.(error);
      // the sign-in page says why the session is over
      else if (error.status !== 401) {
        showAlert('main', failureAlert(error, errorTitle, errorWords(withLocalTime(error, zone))));
      }
    },
  });
}

import type { Call, EndpointSpec, In, Out } from '@keyward/contract/endpoint';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApiMutation } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { withLocalTime } from '#lib/conflict.ts';
import { errorWords } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { alerts } from './alerts.ts';

type Options<E extends EndpointSpec> = {
  /** The failure message of the specification, shown above the reason. */
  errorTitle: string;
  /** `isOpen`: the form or question that sent the call is on screen; if not, what is open is something else. */
  onSuccess?: (reply: Out<E>, isOpen: () => boolean) => void;
  /** The form or question is on screen, and shows the error. */
  onError?: (error: ApiError) => void;
};

/**
 * A write call of a form or question in a drawer, as `useApiMutation`. It can be closed before the answer arrives: a
 * failure is an alert of the page then.
 */
export function useDrawerCall<E extends EndpointSpec>(
  endpoint: Call<E>,
  { errorTitle, onSuccess, onError }: Options<E>,
): UseMutationResult<Out<E>, ApiError, In<E>> {
  const { zone } = useSession();
  const mounted = useRef(false);
  // the answer arrives outside React
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useApiMutation(endpoint, {
    onSuccess: (reply) => onSuccess?.(reply, () => mounted.current),
    onError: (error) => {
      if (mounted.current) onError?.(error);
      // the sign-in page says why the session is over
      else if (error.status !== 401) alerts.failure(errorWords(withLocalTime(error, zone)), errorTitle);
    },
  });
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from './call.ts';

type Read = Pick<
  UseQueryResult<unknown, ApiError>,
  'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'isPlaceholderData'
>;

/** Why a read failed; also while it runs again, which TanStack Query begins by dropping the error of one without a reply. */
export function useFailure(read: Read): ApiError | null {
  const { data, error, errorUpdateCount, isFetching, isPlaceholderData } = read;
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  const isReply = data !== undefined && !isPlaceholderData;
  return error ?? (isFetching && errorUpdateCount > 0 && !isReply ? last : null);
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

type Read<E> = { error: E | null } & Pick<
  UseQueryResult,
  'data' | 'errorUpdateCount' | 'isFetching' | 'isPlaceholderData'
>;

/** Why a read failed, kept while it runs again: TanStack Query then drops the error of a read without a reply. */
export function useFailure<E extends Error>(read: Read<E>): E | null {
  const { data, error, errorUpdateCount, isFetching, isPlaceholderData } = read;
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  const isReply = data !== undefined && !isPlaceholderData;
  return error ?? (isFetching && errorUpdateCount > 0 && !isReply ? last : null);
}

import { useEffect } from 'react';
import { ApiError } from '#lib/call.ts';
import { everywhere, type Filters, storedFilters } from '#lib/storedFilters.ts';

/**
 * Clears the header's filters when the server refuses them: a deleted location must not break every list. Where the
 * list has a filter of its own on the column, that one may be the refused one, and the header's stay.
 */
export function useRefusal(global: Filters, own: Filters, error: Error | null): void {
  const refused = error instanceof ApiError && error.status === 400 ? error.constraint : undefined;
  const isOfHeader = refused !== undefined && Object.hasOwn(global, refused) && !Object.hasOwn(own, refused);
  // the server's response changes the filters, however often the component renders
  useEffect(() => {
    if (isOfHeader) storedFilters.write(everywhere, {});
  }, [isOfHeader]);
}

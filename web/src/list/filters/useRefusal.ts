import { useEffect } from 'react';
import { ApiError } from '#lib/call.ts';
import { everywhere, type Filters, storedFilters } from '#lib/storedFilters.ts';

/** Clears the header's filters when the server refuses them: a deleted location must not break every list. */
export function useRefusal(global: Filters, error: Error | null): void {
  const refused = error instanceof ApiError && error.status === 400 ? error.constraint : undefined;
  // the server's response changes the filters, however often the component renders
  useEffect(() => {
    if (refused !== undefined && Object.hasOwn(global, refused)) storedFilters.write(everywhere, {});
  }, [refused, global]);
}

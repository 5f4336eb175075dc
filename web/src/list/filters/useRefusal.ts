import { useEffect } from 'react';
import { ApiError } from '#lib/call.ts';
import { everywhere, type Filters, storedFilters } from '#lib/storedFilters.ts';

/** Takes the header's filters away when the server refuses them: a location that is gone must not break every list. */
export function useRefusal(global: Filters, error: Error | null): void {
  const refused = error instanceof ApiError && error.status === 400 ? error.constraint : undefined;
  // the server's answer is what changes the choice, whatever else is rendered
  useEffect(() => {
    if (refused !== undefined && Object.hasOwn(global, refused)) storedFilters.write(everywhere, {});
  }, [refused, global]);
}

import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { accessSearch } from '#accessSearch.ts';

/** Id of the role that `role=<id>` in the address names; scrolls its column into view and focuses it, once. */
export function useRoleInAddress(): string | undefined {
  const { role } = accessSearch(useLocation().search);
  // scroll position and focus are outside React
  useEffect(() => {
    if (!role) return;
    const column = document.getElementById(`edit-${role}`);
    column?.closest('th')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    column?.focus({ preventScroll: true });
  }, [role]);
  return role;
}

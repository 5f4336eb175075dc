import { Outlet } from '@tanstack/react-router';
import { LateNotice } from '#ui/LateNotice.tsx';
import { Offline } from './Offline.tsx';

/** Root of every page of the portal, including error pages. */
export function Root() {
  return (
    <>
      <Outlet />
      <Offline />
      <LateNotice />
    </>
  );
}

import { Outlet } from '@tanstack/react-router';
import { LateNotice } from '#ui/LateNotice.tsx';
import { Offline } from './Offline.tsx';

/** What every page of the portal has, also one that could not be shown. */
export function Root() {
  return (
    <>
      <Outlet />
      <Offline />
      <LateNotice />
    </>
  );
}

import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '#lib/session.ts';

type Props = {
  id: string;
  children: ReactNode;
  /** Inside a row, where the keyboard goes from row to row: its drawer has the same link. */
  inRow?: boolean;
};

/** Links to a profile, for those who may read profiles. */
export function Person({ id, children, inRow = false }: Props) {
  const { authority } = useSession();
  if (!can.readUsers.holds(authority)) return children;
  return (
    <Link to={paths.users()} search={{ open: id }} {...(inRow ? { tabIndex: -1 } : {})}>
      {children}
    </Link>
  );
}

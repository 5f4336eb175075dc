import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '#lib/session.ts';

type Props = {
  id: string;
  children: ReactNode;
  /** In a row the link is no tab stop: the keyboard moves from row to row, and the drawer has the same link. */
  inRow?: boolean;
};

/** Link to a profile; the name alone without the right to read profiles. */
export function Person({ id, children, inRow = false }: Props) {
  const { authority } = useSession();
  if (!can.readUsers.holds(authority)) return children;
  return (
    <Link to={paths.users()} search={{ open: id }} {...(inRow ? { tabIndex: -1 } : {})}>
      {children}
    </Link>
  );
}

import { can } from '@keyward/contract/permissions';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { accessSearch } from '#accessSearch.ts';
import { openNew } from '#list/url.ts';
import { useCan } from '#parts/useCan.ts';
import type { RoleEditor } from './useRoleEditor.ts';

/** `open=new` in the URL starts a new role, once; a column that is being edited stays. */
export function useNewFromAddress(editor: RoleEditor): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { allowed } = useCan(can.editRoles);
  const wanted = accessSearch(search).open === openNew;
  // the parameter is removed once it has been acted on
  useEffect(() => {
    if (!wanted) return;
    const { open: _, ...rest } = accessSearch(search);
    void navigate({ to: pathname, search: rest, replace: true, resetScroll: false });
    if (allowed && !editor.open) editor.add();
  }, [wanted, allowed, editor, navigate, pathname, search]);
}

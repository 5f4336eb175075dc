import type { Role } from '@keyward/contract/roles';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { accessSearch } from '#accessSearch.ts';

/** The two compared roles, kept in the URL; null if all roles are shown. */
export function useCompare(all: readonly Role[]) {
  const navigate = useNavigate();
  const { pathname, search: raw } = useLocation();
  const { compare, differences, ...rest } = accessSearch(raw);
  const [left, right] = (compare ?? '').split(',').map((id) => all.find((role) => role.id === id));
  const go = (next: Record<string, string>) =>
    void navigate({ to: pathname, search: { ...rest, ...next }, replace: true, resetScroll: false });
  const show = (a: Role, b: Role, only: boolean) =>
    go({ compare: `${a.id},${b.id}`, ...(only ? { differences: '1' } : {}) });
  const pair = left && right ? { left, right, only: differences === '1' } : null;
  const [first, second] = all;
  return {
    pair,
    start: first && second ? () => show(first, second, true) : null,
    show,
    stop: () => go({}),
  };
}
export type Compare = ReturnType<typeof useCompare>;

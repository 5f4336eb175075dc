import { useLocation, useNavigate } from '@tanstack/react-router';
import { accessSearch } from '#accessSearch.ts';
import type { Kind } from './kinds.ts';

/** URL state of this part: `kind=text` for text fields, `tag=<id>` for the chosen tag. */
export function useGroupsUrl() {
  const navigate = useNavigate();
  const { pathname, search: raw } = useLocation();
  const { kind, tag, ...rest } = accessSearch(raw);
  const go = (search: Record<string, string>) =>
    void navigate({ to: pathname, search: { ...rest, ...search }, replace: true, resetScroll: false });
  const ofKind = (wanted: Kind): Record<string, string> => (wanted === 'text' ? { kind: 'text' } : {});
  const shown: Kind = kind === 'text' ? 'text' : 'group';
  return {
    kind: shown,
    tag,
    showKind: (wanted: Kind) => go(ofKind(wanted)),
    showTag: (id: string) => go({ ...ofKind(shown), tag: id }),
  };
}

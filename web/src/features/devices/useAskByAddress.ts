import { useEffect, useEffectEvent, useRef } from 'react';
import { useListUrl } from '#list/useListUrl.ts';

/** Asks a question if the `part` of a device's address requests it, and removes the `part`. */
export function useAskByAddress(part: 'replace' | 'lost', onAsk: () => void): void {
  const { search, change } = useListUrl();
  const wanted = search.part === part;
  const due = useRef(false);
  const clear = useEffectEvent(() => change({ part: undefined }, true));
  const ask = useEffectEvent(onAsk);
  // the confirmation is outside the page, and a change of address withdraws it: so `part` is removed first
  useEffect(() => {
    if (wanted) clear();
    else if (due.current) ask();
    due.current = wanted;
  }, [wanted]);
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { useListUrl } from '#list/useListUrl.ts';

/** Asks a question when the address of a device says so by its `part`, and takes the words away. */
export function useAskByAddress(part: 'replace' | 'lost', onAsk: () => void): void {
  const { search, change } = useListUrl();
  const wanted = search.part === part;
  const due = useRef(false);
  const clear = useEffectEvent(() => change({ part: undefined }, true));
  const ask = useEffectEvent(onAsk);
  // the confirmation is outside the page, and another address withdraws it: the words are gone first
  useEffect(() => {
    if (wanted) clear();
    else if (due.current) ask();
    due.current = wanted;
  }, [wanted]);
}

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { storageKeys, stored } from '#lib/storage.ts';
import { scrollerOf, tableOf } from './scroller.ts';

export type Following = 'off' | 'following' | 'paused';

type Follow = {
  /** An element of the list's section. */
  place: RefObject<HTMLElement | null>;
  /** The number of new rows. */
  more: number;
  rows: readonly { id: string }[];
  /** The rows must stay as they are. */
  held: boolean;
  onShow: () => Promise<unknown>;
};
const still = '(prefers-reduced-motion: reduce)';
/** The number of rows that slide in at most; more rows slide no farther. */
const slidden = 6;
const slideMs = 240;

/**
 * Shows new rows as they arrive, while following is on, the list is at its top and no row is open or selected. They slide in,
 * unless reduced motion is preferred.
 */
export function useFollow({ place, more, rows, held, onShow }: Follow) {
  const [on, setOn] = useState(() => stored.read(storageKeys.follow) !== null);
  const [away, setAway] = useState(false);
  const former = useRef<string>(undefined);
  const following = on && !held && !away;
  const empty = rows.length === 0;

  useEffect(() => {
    // the scroll position is outside React
    const scroller = scrollerOf(place.current);
    if (!on || empty || !scroller) return;
    const look = () => setAway(scroller.scrollTop > 4);
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    return () => scroller.removeEventListener('scroll', look);
  }, [on, empty, place]);

  const show = useEffectEvent(() => {
    former.current = rows[0]?.id;
    void onShow();
  });
  useEffect(() => {
    // new rows are known from outside React
    if (following && more !== 0) show();
  }, [following, more]);

  useLayoutEffect(() => {
    const added = rows.findIndex(({ id }) => id === former.current);
    const body = tableOf(place.current)?.lastElementChild;
    if (former.current === undefined || added === 0 || !body) return;
    former.current = undefined;
    if (matchMedia(still).matches) return;
    const height = body.querySelector('[role=row]')?.getBoundingClientRect().height ?? 0;
    const from = -height * (added < 0 ? slidden : Math.min(added, slidden));
    body.animate([{ translate: `0 ${from}px` }, { translate: '0 0' }], { duration: slideMs, easing: 'ease-out' });
  }, [rows, place]);

  const state: Following = !on ? 'off' : following ? 'following' : 'paused';
  return {
    state,
    onSwitch: (next: boolean) => {
      if (next) stored.write(storageKeys.follow, '1');
      else stored.remove(storageKeys.follow);
      setOn(next);
    },
  };
}

import { useLayoutEffect, useRef, useState } from 'react';
import { fittingTabs } from './fitting.ts';

/**
 * Hides the items of a list that do not fit into its width, but never the `current` one. `texts` changes with their
 * widths. Returns the list's ref and the places of those that fit; undefined before they are measured.
 */
export function useFitting(texts: string, current: number) {
  const list = useRef<HTMLUListElement>(null);
  const [room, setRoom] = useState(0);
  const [measured, setMeasured] = useState<{ texts: string; fitting: ReadonlySet<number> }>();
  // only the browser knows the widths; before it paints, all items are shown and measured
  useLayoutEffect(() => {
    const { current: element } = list;
    if (!element) return undefined;
    const look = () => setRoom(element.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // the widths are those of the elements that this render has made; hidden before the browser paints them
  useLayoutEffect(() => {
    const { current: element } = list;
    if (!element || room === 0) return;
    const items = [...element.children].filter((one) => one instanceof HTMLElement);
    for (const item of items) item.hidden = false;
    const widths = items.map((item) => item.offsetWidth);
    const fitting = fittingTabs(widths, room, current);
    for (const [place, item] of items.entries()) item.hidden = !fitting.has(place);
    setMeasured({ texts, fitting });
  }, [texts, room, current]);
  return { list, fitting: measured?.fitting };
}

import { useEffect, useEffectEvent } from 'react';

/** What stands above the page, lowest first; the style sheet has their `--kw-layer-…`. `page`: drawers and most dialogs. */
const layers = ['page', 'palette', 'offline', 'top'] as const;
export type Layer = (typeof layers)[number];

type OnEscape = (event: KeyboardEvent) => void;
type Open = { layer: Layer; onEscape: OnEscape };
/** What is open, in the order in which it opened. */
const opened = new Set<Open>();

/** Of what is open, in the order in which it opened: the last one in the highest layer. */
export const topOf = <T extends { layer: Layer }>(open: Iterable<T>): T | undefined =>
  [...open].reduce<T | undefined>(
    (top, one) => (top && layers.indexOf(one.layer) < layers.indexOf(top.layer) ? top : one),
    undefined,
  );

/** The presses that reached what is open; it may have closed before the page hears of them. */
const taken = new WeakSet<Event>();

/** The press was for what is open. Mantine's fields and menus mark one that closes their own list. */
export const isTaken = (event: Event): boolean =>
  taken.has(event) ||
  (event.target instanceof HTMLElement && event.target.dataset['mantineStopPropagation'] === 'true');

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || isTaken(event)) return;
  taken.add(event);
  topOf(opened)?.onEscape(event);
}

/**
 * Calls `onEscape` for each Escape while nothing stands above. Returns the function that ends it. One listener for all:
 * each would hear the press that closes what is above it.
 */
export function openLayer(layer: Layer, onEscape: OnEscape): () => void {
  const one = { layer, onEscape };
  // capturing, since a calendar or a drag stops the press on its way up
  if (opened.size === 0) addEventListener('keydown', onKey, { capture: true });
  opened.add(one);
  return () => {
    opened.delete(one);
    if (opened.size === 0) removeEventListener('keydown', onKey, { capture: true });
  };
}

/** `openLayer` as a hook, while `isOpen`. Whatever closes with Escape above the page uses it, and Mantine's own listener is off. */
export function useEscape(
  onEscape: () => void,
  { isOpen = true, layer = 'page' }: { isOpen?: boolean; layer?: Layer } = {},
) {
  const press = useEffectEvent(onEscape);
  // keys are pressed anywhere on the page
  useEffect(() => (isOpen ? openLayer(layer, () => press()) : undefined), [isOpen, layer]);
}

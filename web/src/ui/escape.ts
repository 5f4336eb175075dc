import { useEffect, useEffectEvent } from 'react';

/** The layers above the page, lowest first; the style sheet has their `--kw-layer-…`. `page`: drawers and most dialogs. */
const layers = ['page', 'palette', 'offline', 'top'] as const;
export type Layer = (typeof layers)[number];

type OnEscape = (event: KeyboardEvent) => void;
type Open = { layer: Layer; onEscape: OnEscape };
/** The open layers, in the order in which they opened. */
const opened = new Set<Open>();

/** The topmost of some open layers, which are in the order of their opening: the last one in the highest layer. */
export const topOf = <T extends { layer: Layer }>(open: Iterable<T>): T | undefined =>
  [...open].reduce<T | undefined>(
    (top, one) => (top && layers.indexOf(one.layer) < layers.indexOf(top.layer) ? top : one),
    undefined,
  );

/** The presses that reached an open layer, which may have closed before the page hears of them. */
const taken = new WeakSet<Event>();

/** Was the press for an open layer? Mantine's fields and menus mark one that closes their own list. */
export const isTaken = (event: Event): boolean =>
  taken.has(event) ||
  (event.target instanceof HTMLElement && event.target.dataset['mantineStopPropagation'] === 'true');

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || isTaken(event)) return;
  taken.add(event);
  topOf(opened)?.onEscape(event);
}

/**
 * Calls `onEscape` for each Escape while nothing is above. Returns a function that ends it. One listener serves all layers: with
 * one each, a layer would also hear the press that closes the layer above it.
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

/**
 * `openLayer` as a hook, while `isOpen`. Every layer above the page that closes with Escape uses it, without Mantine's own
 * listener.
 */
export function useEscape(
  onEscape: () => void,
  { isOpen = true, layer = 'page' }: { isOpen?: boolean; layer?: Layer } = {},
) {
  const press = useEffectEvent(onEscape);
  // keys are pressed anywhere on the page
  useEffect(() => (isOpen ? openLayer(layer, () => press()) : undefined), [isOpen, layer]);
}

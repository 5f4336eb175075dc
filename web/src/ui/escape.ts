import { useEffect, useEffectEvent } from 'react';

/** What stands above the page, lowest first; the style sheet has their `--kw-layer-…`. `page`: drawers and most dialogs. */
const layers = ['page', 'palette', 'offline', 'top'] as const;
export type Layer = (typeof layers)[number];

type Open = { layer: Layer; onEscape: () => void };
/** What is open, in the order in which it opened. */
const opened = new Set<Open>();

/** The last one that opened in the highest layer. */
const onTop = (): Open | undefined =>
  [...opened].reduce<Open | undefined>(
    (top, one) => (top && layers.indexOf(one.layer) < layers.indexOf(top.layer) ? top : one),
    undefined,
  );

/** Mantine's fields and menus mark a press that closes their own list. */
export const isTaken = ({ target }: { target: EventTarget | null }): boolean =>
  target instanceof HTMLElement && target.dataset['mantineStopPropagation'] === 'true';

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.isComposing && !isTaken(event)) onTop()?.onEscape();
}

/**
 * Calls `onEscape` for each Escape while nothing stands above. Returns the function that ends it. One listener for all:
 * each would hear the press that closes what is above it.
 */
export function openLayer(layer: Layer, onEscape: () => void): () => void {
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

import { useHotkeys } from '@mantine/hooks';
import type { KeyboardEvent, RefObject } from 'react';
import { places, topPlace } from './places.ts';

function isFor(form: HTMLFormElement | null, target: EventTarget | null): boolean {
  const focused = target instanceof Element ? target : document.body;
  const typedIn = focused.closest('form');
  if (typedIn) return typedIn === form;
  // the focus may be on the frame of a drawer, in a list that is outside it, or nowhere
  return (focused.closest(places) ?? topPlace()) === (form?.closest(places) ?? null);
}

/**
 * Ctrl+Enter saves the form in which the focus is, else the one on top; never one that a dialog or a question covers. Without
 * `form`, it saves the edits on the page itself, outside any form.
 */
export function useSaveKey(save: () => unknown, form?: RefObject<HTMLFormElement | null>): void {
  useHotkeys([['mod+Enter', ({ target }) => isFor(form?.current ?? null, target) && save()]], []);
}

/** The same as `onKeyDown` of a form inside a drawer with a form of its own: also from a list or calendar of its fields. */
export const submitByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.requestSubmit();
};

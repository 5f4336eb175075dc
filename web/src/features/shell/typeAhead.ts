/** The palette's field, which takes what is typed. */
export const paletteFieldId = 'palette-field';

export type TypeAhead = {
  /** Ends it. Returns what was typed, '' when that is nothing or it ended before. */
  take: () => string;
};

/**
 * Collects what is typed until the field it is for has the focus: before that, keys would act on the page or be lost.
 * What an input method composes stays with the browser.
 */
export function typeAhead(): TypeAhead {
  let typed: string[] = [];
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { key } = event;
    if (key === 'Backspace') typed.pop();
    else if ([...key].length === 1) typed.push(key);
    // it would press what has the focus on the page
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', onKey, true);
  return {
    take: () => {
      window.removeEventListener('keydown', onKey, true);
      const text = typed.join('');
      typed = [];
      return text;
    },
  };
}

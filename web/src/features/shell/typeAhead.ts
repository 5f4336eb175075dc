/** The id of the palette's field, which receives the typed text. */
export const paletteFieldId = 'palette-field';

export type TypeAhead = {
  /** Stops collecting and returns the typed text, '' when there is none or it was stopped before. */
  take: () => string;
};

/**
 * Collects keystrokes until their field has the focus: before that, they would act on the page or be lost. Input method
 * composition is left to the browser.
 */
export function typeAhead(): TypeAhead {
  let typed: string[] = [];
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { key } = event;
    if (key === 'Backspace') typed.pop();
    else if ([...key].length === 1) typed.push(key);
    // it would activate the focused element of the page
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

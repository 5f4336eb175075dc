/** The id of the palette's field, which receives the typed text. */
export const paletteFieldId = 'palette-field';

/** `entered`: Enter came last. */
export type Typed = { text: string; entered: boolean };
export type TypeAhead = {
  /** Stops collecting and returns what was typed, nothing when it was stopped before. */
  take: () => Typed;
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
    else if (key === 'Enter' || [...key].length === 1) typed.push(key);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', onKey, true);
  return {
    take: () => {
      window.removeEventListener('keydown', onKey, true);
      const entered = typed.at(-1) === 'Enter';
      const text = typed.filter((key) => key !== 'Enter').join('');
      typed = [];
      return { text, entered };
    },
  };
}

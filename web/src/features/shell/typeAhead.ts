import { openLayer } from '#ui/escape.ts';

/** Id of the palette's field, which receives the typed text. */
export const paletteFieldId = 'palette-field';

/** `entered`: the last key was Enter. */
export type Typed = { text: string; entered: boolean };
export type TypeAhead = {
  /** Stops collecting and returns the typed text; empty if it was stopped before. */
  take: () => Typed;
  /** Stops collecting and waiting: after that, neither the part nor a failure is passed on. */
  drop: () => void;
};
type Outcome<T> = { onLoaded: (part: T) => void; onFailed: () => void; onGivenUp: () => void };

/**
 * Waits for a part that loads late, and collects keys until its field has the focus: before that, they would act on the page or
 * be lost. Composition by input methods is left to the browser. Escape and a press of the pointer, which would close the part,
 * stop waiting for it.
 */
export function typeAhead<T>(loading: Promise<T>, { onLoaded, onFailed, onGivenUp }: Outcome<T>): TypeAhead {
  let typed: string[] = [];
  const waiting = new AbortController();
  const collecting = new AbortController();
  const keep = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const drop = () => {
    waiting.abort();
    collecting.abort();
    typed = [];
  };
  const giveUp = () => {
    drop();
    onGivenUp();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { key } = event;
    if (key === 'Backspace') typed.pop();
    else if (key === 'Enter' || [...key].length === 1) typed.push(key);
    else return;
    keep(event);
  };
  // a drawer below already listens, and would close first
  const endLayer = openLayer('palette', (event) => {
    keep(event);
    giveUp();
  });
  collecting.signal.addEventListener('abort', endLayer);
  window.addEventListener('keydown', onKey, { capture: true, signal: collecting.signal });
  window.addEventListener('pointerdown', giveUp, { capture: true, signal: waiting.signal });
  loading.then(
    (part) => {
      if (waiting.signal.aborted) return;
      waiting.abort();
      onLoaded(part);
    },
    () => {
      if (waiting.signal.aborted) return;
      drop();
      onFailed();
    },
  );
  return {
    drop,
    take: () => {
      collecting.abort();
      const entered = typed.at(-1) === 'Enter';
      const text = typed.filter((key) => key !== 'Enter').join('');
      typed = [];
      return { text, entered };
    },
  };
}

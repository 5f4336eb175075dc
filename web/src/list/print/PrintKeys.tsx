import { Suspense, useEffect, useState } from 'react';
import { lazily } from '#lib/lazily.ts';
import { eventTexts } from '#texts/namespaces.ts';
import { isPrintKey } from './printKey.ts';
import type { PrintProps } from './printProps.ts';

const PrintList = lazily(async () => (await import('./PrintList.tsx')).PrintList, {
  texts: ['print', 'filters', ...eventTexts],
});

type Props = Omit<PrintProps, 'isWhole' | 'onDone'>;

/**
 * Prints the list: all of it from the menu of its view; with the browser's own keys the loaded rows, once they are those of the
 * query.
 */
export function PrintKeys(props: Props) {
  const { views, query, isShown } = props;
  const [pressed, setPressed] = useState(false);
  const isDrawerOpen = Boolean(views.search.open);
  const isWhole = views.dialog === 'print';
  useEffect(() => {
    // keys are outside React; a drawer prints itself
    if (isDrawerOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      // the browser prints an open dialog, unless it is the list's own, which reads the rows to print
      if (!isPrintKey(event) || (!isWhole && document.querySelector('[aria-modal=true]'))) return;
      event.preventDefault();
      setPressed(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isDrawerOpen, isWhole]);
  const done = () => {
    setPressed(false);
    if (isWhole) views.openDialog(undefined);
  };
  return isWhole || (pressed && isShown) ? (
    <Suspense>
      {/* another query has other rows, which are read from the beginning */}
      <PrintList key={JSON.stringify(query)} {...props} isWhole={isWhole} onDone={done} />
    </Suspense>
  ) : null;
}

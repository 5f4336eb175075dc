import { Suspense, useEffect, useState } from 'react';
import { lazily } from '#lib/lazily.ts';
import { eventTexts } from '#texts/namespaces.ts';
import type { PrintProps } from './printProps.ts';

const PrintList = lazily(async () => (await import('./PrintList.tsx')).PrintList, {
  texts: ['print', 'filters', ...eventTexts],
});

type Props = Omit<PrintProps, 'isWhole' | 'onDone'>;

/** Prints the list: all of it from the menu of its view, what is loaded of it with the browser's own keys. */
export function PrintKeys(props: Props) {
  const { views } = props;
  const [pressed, setPressed] = useState(false);
  const isDrawerOpen = Boolean(views.search.open);
  useEffect(() => {
    // keys are outside React. A drawer prints itself
    if (isDrawerOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setPressed(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isDrawerOpen]);
  const isWhole = views.dialog === 'print';
  const done = () => {
    setPressed(false);
    if (isWhole) views.openDialog(undefined);
  };
  return pressed || isWhole ? (
    <Suspense>
      <PrintList {...props} isWhole={isWhole} onDone={done} />
    </Suspense>
  ) : null;
}

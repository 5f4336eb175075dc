import { Suspense, useEffect, useState } from 'react';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { hasShortcuts } from '#lib/shortcuts.ts';

const Shortcuts = lazily(async () => (await import('./Shortcuts.tsx')).Shortcuts, { texts: ['palette'] });

/** Elements that take characters; not checkboxes, since a ticked row keeps the focus there. */
const fields = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset])';
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(fields));

/** '/' focuses the search of the list, '?' lists the shortcuts. Both are plain characters in fields and with shortcuts off. */
export function Keys() {
  const [open, setOpen] = useState(false);
  const isOn = hasShortcuts(useSession());
  useEffect(() => {
    if (!isOn) return undefined;
    // keys may be pressed anywhere on the page
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isField(event.target)) return;
      if (event.defaultPrevented) return;
      if (event.key === '?') setOpen(true);
      else if (event.key !== '/' || document.querySelector('[aria-modal=true]')) return;
      else document.querySelector<HTMLElement>('main [role=searchbox]')?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
  if (!open) return null;
  return (
    <Suspense>
      <Shortcuts onClose={() => setOpen(false)} />
    </Suspense>
  );
}

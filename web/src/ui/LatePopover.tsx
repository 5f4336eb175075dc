import { Suspense, useState } from 'react';
import { lazily } from '#lib/lazily.ts';
import type { PopoverAtProps } from './PopoverAt.tsx';

// with floating-ui, which no list needs before the first popover
const PopoverAt = lazily(async () => (await import('./PopoverAt.tsx')).PopoverAt);

/** The attributes of a button that opens the popover with this id. */
export const opens = (id: string, opened: boolean) =>
  ({
    id,
    'aria-haspopup': 'dialog',
    'aria-expanded': opened,
    ...(opened ? { 'aria-controls': `${id}-dropdown` } : {}),
    onPointerEnter: () => void PopoverAt.preload(),
  }) as const;

/** A popover whose code loads when it first opens; the target is there from the first paint. */
export function LatePopover({ target, ...props }: Omit<PopoverAtProps, 'target'> & { target: HTMLElement | null }) {
  const { opened } = props;
  const [used, setUsed] = useState(opened);
  if (opened && !used) setUsed(true);
  return used && target ? (
    <Suspense>
      <PopoverAt {...props} target={target} />
    </Suspense>
  ) : null;
}

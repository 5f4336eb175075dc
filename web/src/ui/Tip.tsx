import { cloneElement, type ReactElement, Suspense, useEffect, useId, useState } from 'react';
import type { FocusEvent, HTMLAttributes, PointerEvent } from 'react';
import { lazily } from '#lib/lazily.ts';

// floating-ui is a sixteenth of the code of a list: nothing waits for it before the first tip
const TipBubble = lazily(async () => (await import('./TipBubble.tsx')).TipBubble);

/** Time in ms that the pointer rests on the element first. */
const delay = 300;

type Handlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'aria-describedby'
>;
type TipProps = {
  label: string;
  /** The words say why something cannot be done, and are shown on focus and touch as well. */
  explains?: boolean;
  /** An element that takes the handlers of the pointer and the focus. */
  children: ReactElement<Handlers>;
};

/** Words about an element, shown while the pointer rests on it; Escape hides them. */
export function Tip({ label, explains = false, children }: TipProps) {
  const id = useId();
  // the element stays the target while the bubble fades out
  const [target, setTarget] = useState<HTMLElement>();
  const [resting, setResting] = useState<{ on: HTMLElement; ms: number }>();
  const [opened, setOpened] = useState(false);
  const own = children.props;
  const show = (on: HTMLElement, ms: number) => {
    void TipBubble.preload();
    setResting({ on, ms });
  };
  const hide = () => {
    setResting(undefined);
    setOpened(false);
  };
  // timers are outside React
  useEffect(() => {
    if (!resting) return undefined;
    const timer = setTimeout(() => {
      setTarget(resting.on);
      setOpened(true);
    }, resting.ms);
    return () => clearTimeout(timer);
  }, [resting]);
  // keys are pressed anywhere on the page
  useEffect(() => {
    if (!opened) return undefined;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpened(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [opened]);
  const handlers: Handlers = {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      own.onPointerEnter?.(event);
      if (explains || event.pointerType === 'mouse') show(event.currentTarget, delay);
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      own.onPointerLeave?.(event);
      hide();
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      own.onFocus?.(event);
      if (explains && event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0);
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      own.onBlur?.(event);
      hide();
    },
    'aria-describedby': opened ? id : own['aria-describedby'],
  };
  return (
    <>
      {cloneElement(children, handlers)}
      {target ? (
        <Suspense>
          <TipBubble id={id} label={label} target={target} opened={opened} />
        </Suspense>
      ) : null}
    </>
  );
}

import { Popover, type PopoverProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type ReactNode, type Ref, useLayoutEffect } from 'react';

export type PopoverAtProps = Pick<PopoverProps, 'position' | 'trapFocus'> & {
  /** The id of the target, whose name is the popover's as well; the popover's own id is `${id}-dropdown`. */
  id: string;
  target: HTMLElement;
  opened: boolean;
  onClose: () => void;
  width: number;
  padding?: number;
  className?: string | undefined;
  children: ReactNode;
};

/** Gives the popover a target that is not its child. */
function Elsewhere({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined;
    ref(element);
    return () => void ref(null);
  }, [element, ref]);
  return null;
}

/** A popover at an element that is already there. A click elsewhere and Escape close it. */
export function PopoverAt({ id, target, opened, onClose, padding, className, children, ...rest }: PopoverAtProps) {
  // Mantine remembers where the focus was when a popover opens, not when it starts as open
  const mounted = useMounted();
  return (
    <Popover
      {...rest}
      id={id}
      opened={mounted && opened}
      onChange={(open) => (open ? undefined : onClose())}
      returnFocus={rest.trapFocus ?? false}
      shadow="lg"
    >
      <Popover.Target>
        <Elsewhere element={target} />
      </Popover.Target>
      <Popover.Dropdown
        {...(padding === undefined ? {} : { p: padding })}
        {...(className === undefined ? {} : { className })}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

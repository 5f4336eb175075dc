import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Tip } from '#ui/Tip.tsx';

type Props = {
  label: string;
  /** Reason why the action is disabled; the button stays focusable, so that the reason can be read. */
  reason?: string | undefined;
  /** Disabled for an obvious reason: the first row cannot move up. */
  off?: boolean;
  danger?: boolean;
  mark?: string;
  onClick: () => void;
  children: ReactNode;
};

/** An icon button at the end of a row. */
export function RowAction({ label, reason, off = false, danger = false, mark, onClick, children }: Props) {
  const stopped = off || reason !== undefined;
  return (
    <Tip label={reason ? `${label}. ${reason}` : label}>
      <ActionIcon
        variant="subtle"
        color={danger && !stopped ? 'red' : 'gray'}
        size={28}
        aria-label={label}
        {...(mark ? { 'data-mark': mark } : {})}
        {...(stopped ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        {...(reason ? { 'aria-description': reason } : {})}
        onClick={stopped ? (event) => event.preventDefault() : onClick}
      >
        {children}
      </ActionIcon>
    </Tip>
  );
}

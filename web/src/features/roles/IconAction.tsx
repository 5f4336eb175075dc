import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Tip } from '#ui/Tip.tsx';
import styles from './matrix.module.css';

type Props = {
  id?: string;
  label: string;
  reason: string | undefined;
  danger?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** An icon button in the head of a column. A `reason` disables it and is shown; the button stays focusable. */
export function IconAction({ id, label, reason, danger = false, onClick, children }: Props) {
  return (
    <Tip label={reason ? `${label}. ${reason}` : label} explains>
      <ActionIcon
        {...(id ? { id } : {})}
        variant="subtle"
        color={danger && !reason ? 'red' : 'gray'}
        className={styles.action ?? ''}
        size={28}
        aria-label={label}
        {...(reason ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason } : {})}
        tabIndex={-1}
        data-stop
        onClick={reason ? (event) => event.preventDefault() : onClick}
      >
        {children}
      </ActionIcon>
    </Tip>
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import type { Rule } from '@keyward/contract/permissions';
import type { ReactNode } from 'react';
import { Tip } from '#ui/Tip.tsx';
import { useCan } from './useCan.ts';

type CanButtonProps = ButtonProps & { rule: Rule; onClick: () => void; children: ReactNode };

/**
 * A button that is disabled with the reason when the permission is missing; it stays focusable, so that the reason can
 * be read.
 */
export function CanButton({ rule, onClick, children, ...props }: CanButtonProps) {
  const { allowed, reason } = useCan(rule);
  const button = (
    <Button
      {...props}
      {...(allowed ? {} : { 'data-disabled': true, 'aria-disabled': true })}
      onClick={allowed ? onClick : (event) => event.preventDefault()}
    >
      {children}
    </Button>
  );
  return allowed ? (
    button
  ) : (
    <Tip label={reason} explains>
      {button}
    </Tip>
  );
}

import { Button } from '@mantine/core';

type Props = { words: string; name: string; pending?: boolean; onClick: () => void };

/** Button for an action on an own watch or report; it keeps the focus while its call is pending. */
export const OwnAction = ({ words, name, pending = false, onClick }: Props) => (
  <Button
    variant="default"
    size="xs"
    aria-label={`${words}: ${name}`}
    {...(pending ? { 'data-disabled': true, 'aria-disabled': true } : {})}
    onClick={() => (pending ? undefined : onClick())}
  >
    {words}
  </Button>
);

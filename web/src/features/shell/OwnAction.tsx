import { Button } from '@mantine/core';

type Props = { words: string; name: string; pending?: boolean; onClick: () => void };

/** What can be done with an own watch or report. The button keeps the focus while its call is under way. */
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

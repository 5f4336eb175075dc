import type { Call } from '@keyward/contract/endpoint';
import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { refresh } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import type { RowWords } from './row.ts';

type Props = Omit<ComponentProps<typeof DrawerFrame>, 'children'> & {
  words: RowWords;
  /** See isGone. */
  isRowGone: boolean;
  /** The error of the failed read; see useFailure. */
  failure: ApiError | null;
  isFetching: boolean;
  /** The calls that 'Retry' reads again. */
  reads: readonly Call[];
  /** The list beside the drawer, read again when the drawer of a row that is gone is closed. */
  list: Call;
  /** Shows the row; absent until it is read. */
  children?: ReactNode;
};

/** The drawer of a row, which also shows that the row loads, could not be loaded or is gone. */
export function RowDrawer({ words: { gone, loadFailed }, isRowGone, failure, isFetching, reads, ...props }: Props) {
  const { list, children, ...frame } = props;
  const errorText = useErrorText();
  const close = () => {
    void refresh(list);
    frame.onClose();
  };
  return (
    <DrawerFrame {...frame}>
      {isRowGone ? (
        <EmptyState {...gone}>{gone.close ? <Button onClick={close}>{gone.close}</Button> : null}</EmptyState>
      ) : children ? (
        children
      ) : failure ? (
        <ErrorState
          title={loadFailed}
          text={errorText(failure)}
          read={{ isFetching, refetch: () => refresh(...reads) }}
        />
      ) : (
        <>
          <Spinner />
          <SlowNotice />
        </>
      )}
    </DrawerFrame>
  );
}

import { can } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import styles from './inbox.module.css';

const words = {
  watches: {
    title: 'watches.title',
    mine: 'watches.mine',
    everyone: 'watches.everyone',
    empty: 'watches.empty.title',
    hint: 'watches.empty.hint',
    failed: 'watches.failed',
  },
  reports: {
    title: 'reports.title',
    mine: 'reports.mine',
    everyone: 'reports.everyone',
    empty: 'reports.empty.title',
    hint: 'reports.empty.hint',
    failed: 'reports.failed',
  },
} as const;

type Props<T> = {
  of: keyof typeof words;
  read: UseQueryResult<{ data: T[] }, ApiError>;
  everyone: boolean;
  onEveryone: (everyone: boolean) => void;
  /** An item of the list. */
  row: (row: T, onEdit: (row: T) => void) => ReactNode;
  edit: (row: T, onClose: () => void) => ReactNode;
};

/** What a profile has made for itself; everyone's as well, for the in-product administrator. */
export function OwnRows<T>({ of, read, everyone, onEveryone, row, edit }: Props<T>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { authority } = useSession();
  const [edited, setEdited] = useState<T>();
  const own = words[of];
  const rows = read.data?.data;
  const failure = useFailure(read);
  return (
    <>
      {can.manageOrganization.holds(authority) ? (
        <div className={styles.head}>
          {[false, true].map((one) => (
            <Button
              key={String(one)}
              size="xs"
              variant={one === everyone ? 'light' : 'subtle'}
              aria-pressed={one === everyone}
              onClick={() => onEveryone(one)}
            >
              {t(one ? own.everyone : own.mine)}
            </Button>
          ))}
        </div>
      ) : null}
      {rows ? (
        <div role="group" aria-label={t(own.title)} tabIndex={-1}>
          {rows.length === 0 ? (
            <EmptyState title={t(own.empty)} text={t(own.hint)} />
          ) : (
            <ul className={styles.entries}>{rows.map((one) => row(one, setEdited))}</ul>
          )}
        </div>
      ) : failure ? (
        <ErrorState title={t(own.failed)} text={errorText(failure)} read={read} />
      ) : (
        <SlowNotice />
      )}
      {edited === undefined ? null : edit(edited, () => setEdited(undefined))}
    </>
  );
}

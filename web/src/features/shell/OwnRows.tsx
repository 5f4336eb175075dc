import { can } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { uniqueRows } from '#list/pages.ts';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import styles from './inbox.module.css';
import type { Pages } from './usePages.ts';

const words = {
  watches: {
    title: 'watches.title',
    mine: 'watches.mine',
    everyone: 'watches.everyone',
    empty: 'watches.empty.title',
    hint: 'watches.empty.hint',
    failed: 'watches.failed',
    more: 'watches.more',
  },
  reports: {
    title: 'reports.title',
    mine: 'reports.mine',
    everyone: 'reports.everyone',
    empty: 'reports.empty.title',
    hint: 'reports.empty.hint',
    failed: 'reports.failed',
    more: 'reports.more',
  },
} as const;

type Props<T extends { id: string }> = {
  of: keyof typeof words;
  mine: UseQueryResult<{ data: T[] }, ApiError>;
  all: Pages<{ data: T[]; next?: string | undefined }>;
  /** Whether the rows of all profiles are shown. */
  everyone: boolean;
  onEveryone: (everyone: boolean) => void;
  /** Renders an item of the list. */
  row: (row: T, onEdit: (row: T) => void) => ReactNode;
  edit: (row: T, onClose: () => void) => ReactNode;
};

/** The profile's own watches or reports; for the in-product administrator, those of all profiles as well. */
export function OwnRows<T extends { id: string }>({ of, mine, all, everyone, onEveryone, row, edit }: Props<T>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { authority } = useSession();
  const [edited, setEdited] = useState<T>();
  const own = words[of];
  const failureOfMine = useFailure(mine);
  const { failure, again } = everyone ? all : { failure: failureOfMine, again: mine };
  const rows = everyone ? all.pages && uniqueRows(all.pages) : mine.data?.data;
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
          {everyone && all.hasMore ? (
            <Button
              variant="default"
              size="xs"
              className={styles.older ?? ''}
              loading={all.loadingMore}
              onClick={() => void all.loadMore()}
            >
              {t(own.more)}
            </Button>
          ) : null}
        </div>
      ) : failure ? (
        <ErrorState title={t(own.failed)} text={errorText(failure)} read={again} />
      ) : (
        <SlowNotice />
      )}
      {edited === undefined ? null : edit(edited, () => setEdited(undefined))}
    </>
  );
}

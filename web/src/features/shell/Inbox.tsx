import { inbox } from '@keyward/contract/insights-calls';
import type { InboxEntry } from '@keyward/contract/inbox';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient, refresh } from '#lib/api.ts';
import { call } from '#lib/call.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { uniqueRows } from '#list/pages.ts';
import { alerts } from '#ui/alerts.ts';
import { dismissConfirmation, useConfirmation } from '#ui/confirmation.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { icon, IconCheck } from '#ui/icons.tsx';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import { RelativeTime } from '#ui/Time.tsx';
import { useBackCloses } from '#ui/useBackCloses.ts';
import styles from './inbox.module.css';
import { markingOf } from './markingOf.ts';
import { Reports } from './Reports.tsx';
import { usePages } from './usePages.ts';
import { Watches } from './Watches.tsx';

const IconUnread = icon(<circle cx="10" cy="10" r="4" />);
type Shown = 'all' | 'unread';

const unreadOf = (shown: Shown) => (shown === 'unread' ? { unread: 'true' as const } : {});

/** Marks entries, and reads only the inbox again: marks change nothing else on screen. */
function useMarking() {
  const errorText = useErrorText();
  return (sent: Promise<void>) =>
    void sent.then(
      () => refresh(inbox.list, inbox.unread),
      (error: unknown) => alerts.failure(errorText(error)),
    );
}

/** The profile's inbox, in a drawer. */
export function Inbox({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const marking = useMarking();
  const [shown, setShown] = useState<Shown>('all');
  const [tab, setTab] = useState<string | null>(null);
  const read = usePages(inbox.list, {
    of: unreadOf(shown),
    read: (cursor, signal) => call(inbox.list, { query: { ...unreadOf(shown), ...cursor } }, { signal }),
  });
  const { pages, failure, hasMore } = read;
  const entries = pages && uniqueRows(pages);
  const marked = entries && markingOf(entries, hasMore);
  const asks = useConfirmation() !== null;
  useBackCloses(asks ? dismissConfirmation : onClose);
  return (
    <DrawerFrame
      title={t('inbox.title')}
      onClose={onClose}
      tabs={{
        first: t('inbox.title'),
        others: [
          {
            id: 'watches',
            label: t('watches.title'),
            content: <Watches onOpen={onClose} />,
          },
          {
            id: 'reports',
            label: t('reports.title'),
            content: <Reports onOpen={onClose} />,
          },
        ],
        open: tab,
        onOpen: setTab,
      }}
    >
      <div className={styles.head}>
        <div className={styles.choice}>
          {(['all', 'unread'] as const).map((one) => (
            <Button
              key={one}
              size="xs"
              variant={one === shown ? 'light' : 'subtle'}
              aria-pressed={one === shown}
              onClick={() => setShown(one)}
            >
              {t(`inbox.${one}`)}
            </Button>
          ))}
        </div>
        <Button
          variant="default"
          size="xs"
          disabled={!marked || pages?.[0]?.unread === 0}
          onClick={() => {
            if (marked) marking(call(inbox.markAll, { body: marked }));
          }}
        >
          {t('inbox.markAll')}
        </Button>
      </div>
      {entries ? (
        entries.length === 0 ? (
          <EmptyState
            title={t(shown === 'all' ? 'inbox.empty.title' : 'inbox.nothingUnread.title')}
            text={t(shown === 'all' ? 'inbox.empty.hint' : 'inbox.nothingUnread.hint')}
          />
        ) : (
          <>
            <ul className={styles.entries}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} onOpen={onClose} />
              ))}
            </ul>
            {hasMore ? (
              <Button
                variant="default"
                size="xs"
                className={styles.older ?? ''}
                loading={read.loadingMore}
                onClick={() => void read.loadMore()}
              >
                {t('inbox.older')}
              </Button>
            ) : null}
          </>
        )
      ) : failure ? (
        <ErrorState title={t('inbox.failed')} text={errorText(failure)} read={read.again} />
      ) : (
        <SlowNotice />
      )}
    </DrawerFrame>
  );
}

function Entry({
  entry: { id, kind, details, path, created_at: at, read },
  onOpen,
}: {
  entry: InboxEntry;
  onOpen: () => void;
}) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const marking = useMarking();
  const mark = (next: boolean) => marking(call(inbox.mark, { params: { id }, body: { read: next } }));
  const { time } = details;
  const words = t(`inbox.says.${kind}`, {
    ...details,
    ...(typeof time === 'string' ? { time: dateTime(time, zone) } : {}),
  });
  const open = () => {
    if (!read) mark(true);
    onOpen();
    // the list may be on screen, with data older than the entry
    void queryClient.invalidateQueries();
  };
  return (
    <li className={styles.entry} data-unread={!read}>
      <Link to={path} className={styles.words} onClick={open}>
        {read ? null : <span className={styles.unread}>{t('inbox.new')}</span>}
        <span>{words}</span>
        <small>
          <RelativeTime instant={at} zone={zone} />
        </small>
      </Link>
      <button
        type="button"
        className={styles.mark}
        aria-label={`${t(read ? 'inbox.markUnread' : 'inbox.markRead')}: ${words}`}
        title={t(read ? 'inbox.markUnread' : 'inbox.markRead')}
        onClick={() => mark(!read)}
      >
        {read ? <IconUnread size={16} /> : <IconCheck size={16} />}
      </button>
    </li>
  );
}

import { inbox } from '@keyward/contract/insights-calls';
import type { InboxEntry } from '@keyward/contract/inbox';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient, refresh, useApi } from '#lib/api.ts';
import { call } from '#lib/call.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { icon, IconCheck } from '#ui/icons.tsx';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import { RelativeTime } from '#ui/Time.tsx';
import styles from './inbox.module.css';
import { Reports } from './Reports.tsx';
import { Watches } from './Watches.tsx';

const IconUnread = icon(<circle cx="10" cy="10" r="4" />);
type Shown = 'all' | 'unread';
const queryOf = (shown: Shown, cursor?: string) => ({
  query: { ...(shown === 'unread' ? { unread: 'true' as const } : {}), ...(cursor === undefined ? {} : { cursor }) },
});

/** Marks entries: what a person has read changes nothing else that is on screen. */
function useMarking() {
  const errorText = useErrorText();
  return (sent: Promise<void>) =>
    void sent.then(
      () => refresh(inbox.list, inbox.unread),
      (error: unknown) => alerts.failure(errorText(error)),
    );
}

/** The person's own inbox, in a drawer. */
export function Inbox({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const marking = useMarking();
  const [shown, setShown] = useState<Shown>('all');
  const [tab, setTab] = useState<string | null>(null);
  // the pages after the first one
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const first = useApi(inbox.list, queryOf(shown), { staleTime: 0 });
  const { data } = first;
  const latest = data?.data[0]?.id;
  const show = (next: Shown) => {
    setShown(next);
    setCursors([]);
  };
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
              onClick={() => show(one)}
            >
              {t(`inbox.${one}`)}
            </Button>
          ))}
        </div>
        <Button
          variant="default"
          size="xs"
          disabled={!latest || data?.unread === 0}
          onClick={() => {
            if (latest) marking(call(inbox.markAll, { body: { until: latest } }));
          }}
        >
          {t('inbox.markAll')}
        </Button>
      </div>
      {data ? (
        data.data.length === 0 ? (
          <EmptyState
            title={t(shown === 'all' ? 'inbox.empty.title' : 'inbox.nothingUnread.title')}
            text={t(shown === 'all' ? 'inbox.empty.hint' : 'inbox.nothingUnread.hint')}
          />
        ) : (
          <>
            <ul className={styles.entries}>
              {[undefined, ...cursors].map((cursor) => (
                <EntriesOf key={cursor ?? ''} shown={shown} cursor={cursor} onOpen={onClose} />
              ))}
            </ul>
            <Older shown={shown} cursor={cursors.at(-1)} onMore={(next) => setCursors((before) => [...before, next])} />
          </>
        )
      ) : first.error ? (
        <ErrorState
          title={t('inbox.failed')}
          text={errorText(first.error)}
          action={t('common.retry')}
          onAction={() => void first.refetch()}
        />
      ) : (
        <SlowNotice />
      )}
    </DrawerFrame>
  );
}

type PageProps = { shown: Shown; cursor: string | undefined };

/** The button that leads from the last page that is shown to the next one. */
function Older({ shown, cursor, onMore }: PageProps & { onMore: (next: string) => void }) {
  const { t } = useTranslation();
  const next = useApi(inbox.list, queryOf(shown, cursor)).data?.next;
  if (next === undefined) return null;
  return (
    <Button variant="default" size="xs" className={styles.older ?? ''} onClick={() => onMore(next)}>
      {t('inbox.older')}
    </Button>
  );
}

function EntriesOf({ shown, cursor, onOpen }: PageProps & { onOpen: () => void }) {
  const { data } = useApi(inbox.list, queryOf(shown, cursor));
  return data?.data.map((entry) => <Entry key={entry.id} entry={entry} onOpen={onOpen} />);
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
    // the list may be on screen, older than the entry
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

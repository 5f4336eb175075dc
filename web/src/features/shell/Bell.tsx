import { inbox } from '@keyward/contract/insights-calls';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberWords } from '#lib/numbers.ts';
import { listen } from '#lib/live.ts';
import { paced } from '#lib/paced.ts';
import { refresh, useApi } from '#lib/api.ts';
import { lazily } from '#lib/lazily.ts';
import { icon } from '#ui/icons.tsx';
import styles from './inbox.module.css';

const Inbox = lazily(async () => (await import('./Inbox.tsx')).Inbox, {
  texts: ['inbox', 'reports', 'settings', 'watches'],
});

// loads with the bell, which no list waits for
const Keys = lazily(async () => (await import('./Keys.tsx')).Keys, { later: 1000 });

const IconBell = icon(
  <path d="M10 3a4.500 4.500 0 0 0-4.500 4.500c0 4-1.500 5.500-1.500 5.500h12s-1.500-1.500-1.500-5.500A4.500 4.500 0 0 0 10 3ZM8.500 16a1.600 1.600 0 0 0 3 0" />,
);

/** Shortest interval of reads, in ms: more frequent updates would be unreadable. */
const renewMs = 1_000;
/** Larger numbers are shown as '99+'. */
const most = 99;

/** Reads the inbox again when it changes. */
function useLiveInbox(): void {
  useEffect(() => {
    // the stream is outside React
    const renewing = paced(() => refresh(inbox.unread, inbox.list), renewMs);
    let looked = false;
    const stop = listen({
      onLook: () => {
        if (looked) renewing.ask();
        looked = true;
      },
      onChange: ({ inbox: changed }) => {
        if (changed) renewing.ask();
      },
    });
    return () => {
      stop();
      renewing.stop();
    };
  }, []);
}

/** Opens the inbox; shows the number of unread entries. */
export function Bell() {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  useLiveInbox();
  const unread = useApi(inbox.unread).data?.data.unread ?? 0;
  const shown = unread > most ? `${numberWords(most, i18n.language)}+` : numberWords(unread, i18n.language);
  return (
    <>
      <Suspense>
        <Keys />
      </Suspense>
      <button
        type="button"
        className={styles.bell}
        aria-haspopup="dialog"
        aria-label={unread > 0 ? t('inbox.bellUnread', { count: unread }) : t('inbox.title')}
        onClick={() => setOpen(true)}
      >
        <IconBell size={20} />
        {unread > 0 ? <span className={styles.count}>{shown}</span> : null}
      </button>
      {open ? (
        <Suspense>
          <Inbox onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

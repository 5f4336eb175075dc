import { activity } from '@keyward/contract/calls';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passing, useApi } from '#lib/api.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { listen } from '#lib/live.ts';
import { paced } from '#lib/paced.ts';
import { RetryButton } from '#ui/RetryButton.tsx';
import unseen from '#ui/unseen.module.css';
import { rangeText } from '#parts/pictures/bars.ts';
import { lastDays, rangeOfDay } from '#lib/days.ts';
import { dayNumber, fullDayWords, weekdayWords } from '#lib/dateWords.ts';
import { useToday } from '#lib/today.ts';
import { useFailure } from '#lib/useFailure.ts';
import styles from './history.module.css';

const days = 7;
const liveMs = 3_000;

type Props = {
  /** Filters of the list of events, without a time range. */
  filters: Record<string, string>;
  day: string | undefined;
  onDay: (day: string | undefined) => void;
};

/**
 * The number of events on each of the last seven days, today last; a day shows its events. Each figure is the total of their
 * list.
 */
export function Days({ filters, day, onDay }: Props) {
  const { t, i18n } = useTranslation();
  const { zone } = useSession();
  const all = lastDays(useToday(zone), days);
  const [first = '', last = ''] = [all[0], all.at(-1)];
  const range = rangeText(rangeOfDay(first, zone).from, rangeOfDay(last, zone).to);
  // one bar more than there are days: a week has an extra hour where clocks change
  const query = { ...filters, event_time: range, timezone: zone, bars: String(days + 1) };
  const reply = useApi(activity.histogram, { query });
  const again = useEffectEvent(() => reply.refetch());
  useEffect(() => {
    // the stream is outside React
    const counting = paced(async () => again(), liveMs, passing);
    const stop = listen({ onLook: () => undefined, onChange: ({ event }) => event !== undefined && counting.ask() });
    return () => {
      stop();
      counting.stop();
    };
  }, []);
  const bars = reply.data?.data;
  const counts = all.map((_, i) => (bars?.kind === 'bars' ? bars.counts[i] : undefined));
  const most = Math.max(1, ...counts.map((count) => count ?? 0));
  const group = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(days - 1);
  const keys = (event: KeyboardEvent) => {
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: days - 1 }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    group.current?.querySelectorAll('button')[Math.max(0, Math.min(next, days - 1))]?.focus();
  };
  const failure = useFailure(reply);
  const failed = failure ?? bars?.kind === 'tooWide';
  return (
    <section aria-label={t('history.days.title')} className={styles.week} tabIndex={-1} data-screen-only>
      <h3>{t('history.days.title')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its days are one tab stop */}
      <div ref={group} role="toolbar" aria-label={t('history.days.title')} className={styles.days} onKeyDown={keys}>
        {all.map((one, i) => {
          const count = counts[i];
          const words = count === undefined ? t('history.days.unknown') : t('pictures.events', { count });
          return (
            <button
              key={one}
              type="button"
              className={styles.day}
              aria-pressed={day === one}
              title={t('history.days.day', { day: fullDayWords(one), events: words })}
              tabIndex={i === place ? 0 : -1}
              onFocus={() => setPlace(i)}
              onClick={() => onDay(day === one ? undefined : one)}
            >
              <span className={unseen.unseen}>{t('history.days.day', { day: fullDayWords(one), events: words })}</span>
              <b aria-hidden>{count === undefined ? '–' : numberWords(count, i18n.language)}</b>
              <i aria-hidden>
                <span style={{ height: `${((count ?? 0) / most) * 100}%` }} data-some={(count ?? 0) > 0} />
              </i>
              <span aria-hidden>{weekdayWords(one)}</span>
              <small aria-hidden>{dayNumber(one)}</small>
            </button>
          );
        })}
      </div>
      {failed ? (
        <p role="alert" className={styles.failed}>
          {t('history.days.failed')}
          <RetryButton size="compact-sm" variant="subtle" read={reply} />
        </p>
      ) : null}
    </section>
  );
}

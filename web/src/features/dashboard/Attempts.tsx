import { metrics } from '@keyward/contract/insights-calls';
import type { Attempts as Figured } from '@keyward/contract/dashboard';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { afterRankKey, attemptsAt, attemptsIn, attemptsOf } from './attempts.ts';
import { Figures } from './Figures.tsx';
import { About, eventsOf, Picture, type PictureProps } from './Picture.tsx';
import styles from './attempts.module.css';

/** Refused attempts, by location and by person. */
export function Attempts({ span: { from, to }, filters }: PictureProps) {
  const { t } = useTranslation();
  const read = useApi(metrics.attempts, { query: { ...filters, from, to } }, { keepPrevious: true });
  return (
    <Picture title={t('dashboard.attempts.title')}>
      <Figures read={read} none={t('dashboard.attempts.none')}>
        {(attempts) => <Shown attempts={attempts} />}
      </Figures>
    </Picture>
  );
}

function Shown({ attempts }: { attempts: Figured }) {
  const { t } = useTranslation();
  const { locations, people, total } = attempts;
  const ranks = useRef<HTMLDivElement>(null);
  const bars = locations.rows.length + people.rows.length;
  const [chosen, setPlace] = useState(0);
  const place = Math.min(chosen, bars - 1);
  const keys = (event: KeyboardEvent) => {
    const next = afterRankKey(place, event, [locations.rows.length, people.rows.length]);
    if (next === undefined) return;
    event.preventDefault();
    ranks.current?.querySelectorAll('a')[next]?.focus();
  };
  return (
    <>
      <About
        about={t('dashboard.attempts.about')}
        count={t('dashboard.attempts.count', { count: total })}
        target={eventsOf(attemptsIn(attempts))}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus among its links */}
      <div ref={ranks} className={styles.ranks} onKeyDown={keys}>
        <Ranks
          title={t('dashboard.attempts.byLocation')}
          place={place}
          first={0}
          onPlace={setPlace}
          rows={locations.rows.map((row) => ({
            key: row.name ?? '',
            name: row.name ?? t('dashboard.attempts.noLocation'),
            count: row.count,
            search: attemptsAt(attempts, row),
          }))}
          more={locations.more}
        />
        <Ranks
          title={t('dashboard.attempts.byPerson')}
          place={place}
          first={locations.rows.length}
          onPlace={setPlace}
          rows={people.rows.map((row) => ({
            key: `${row.id} ${row.name}`,
            name: row.name ?? t('dashboard.attempts.noPerson'),
            count: row.count,
            search: attemptsOf(attempts, row),
          }))}
          more={people.more}
        />
      </div>
    </>
  );
}

type Row = { key: string; name: string; count: number; search: Record<string, string> };

type RanksProps = {
  title: string;
  rows: readonly Row[];
  more: number;
  /** Index of the bar that is the picture's tab stop, and of the first bar of these. */
  place: number;
  first: number;
  onPlace: (place: number) => void;
};

/** Bars with names and figures, the longest first, linked to their rows. */
function Ranks({ title, rows, more, place, first, onPlace }: RanksProps) {
  const { t, i18n } = useTranslation();
  const { authority } = useSession();
  const most = rows[0]?.count ?? 1;
  const parts = ({ name, count }: Row) => (
    <>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <i style={{ width: `${(count / most) * 100}%` }} />
      <b>{numberWords(count, i18n.language)}</b>
    </>
  );
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ol>
        {rows.map((row, i) => (
          <li key={row.key}>
            {can.readEvents.holds(authority) ? (
              <Link
                to={paths.activity()}
                search={row.search}
                className={styles.rank}
                tabIndex={first + i === place ? 0 : -1}
                onFocus={() => onPlace(first + i)}
              >
                {parts(row)}
              </Link>
            ) : (
              <p className={styles.rank}>{parts(row)}</p>
            )}
          </li>
        ))}
      </ol>
      {more > 0 ? <p className={styles.more}>{t('dashboard.attempts.more', { count: more })}</p> : null}
    </section>
  );
}

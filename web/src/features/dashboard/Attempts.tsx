import { metrics } from '@keyward/contract/insights-calls';
import type { Attempts as Figured } from '@keyward/contract/dashboard';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { currentLocale } from '#lib/i18n.ts';
import { useSession } from '#lib/session.ts';
import { attemptsAt, attemptsIn, attemptsOf } from './attempts.ts';
import { Figures } from './Figures.tsx';
import { About, eventsOf, Picture, type PictureProps } from './Picture.tsx';
import styles from './attempts.module.css';

/** Attempts that were refused, by location and by person. */
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
  return (
    <>
      <About
        about={t('dashboard.attempts.about')}
        count={t('dashboard.attempts.count', { count: total })}
        target={eventsOf(attemptsIn(attempts))}
      />
      <div className={styles.ranks}>
        <Ranks
          title={t('dashboard.attempts.byLocation')}
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

/** Bars with their names and figures, the longest first, which lead to their rows. */
function Ranks({ title, rows, more }: { title: string; rows: readonly Row[]; more: number }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const most = rows[0]?.count ?? 1;
  const parts = ({ name, count }: Row) => (
    <>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <i style={{ width: `${(count / most) * 100}%` }} />
      <b>{count.toLocaleString(currentLocale())}</b>
    </>
  );
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ol>
        {rows.map((row) => (
          <li key={row.key}>
            {can.readEvents.holds(authority) ? (
              <Link to={paths.activity()} search={row.search} className={styles.rank}>
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

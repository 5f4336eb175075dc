import type { Week } from '@keyward/contract/dashboard';
import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#lib/i18n.ts';
import { numberWords } from '#lib/numbers.ts';
import { weekOf } from '#lib/weekdays.ts';
import styles from '#parts/pictures/pictures.module.css';
import { type Chosen, countOf, hours, reachOf, rowsOfWeek } from './week.ts';
import { dayName, hourName } from './weekWords.ts';

type Props = { label: string; week: Week; zone: string; mayOpen: boolean };

/** Hours of the week as a table; figures link to their rows. */
export function WeekTable({ label, week, zone, mayOpen }: Props) {
  const { t, i18n } = useTranslation();
  const days = weekOf(currentLocale());
  const reach = reachOf(week, zone);
  const figure = (chosen: Chosen) => {
    const n = countOf(week, chosen);
    const text = numberWords(n, i18n.language);
    if (n === 0 || !mayOpen) return text;
    return (
      <Link to={paths.activity()} search={rowsOfWeek(week, chosen)}>
        {text}
      </Link>
    );
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.week.hour')}</th>
            <th scope="col">{t('dashboard.week.all')}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {dayName(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{hourName(hour)}</th>
              <td>{figure({ days, hours: [hour, hour] })}</td>
              {days.map((day) => (
                <td key={day}>
                  {reach.has(day, hour) ? figure({ days: [day], hours: [hour, hour] }) : '–'}
                  {reach.isFilling(day, hour) ? <span className={styles.cut}>{t('pictures.partial')}</span> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

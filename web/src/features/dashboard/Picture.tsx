import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '#lib/storedFilters.ts';
import { useSession } from '#lib/session.ts';
import { rowsBetween, type Span } from './pictures.ts';
import styles from './pictures.module.css';

/** What all pictures show: the same range, until now, of the locations in the header. */
export type PictureProps = { span: Span; filters: Filters };

/** A picture below the cards, with its title. */
export function Picture({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.picture} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type AboutProps = {
  /** Says what the picture shows. */
  about: string;
  total: number;
  range: { from: string; to: string };
  isTable: boolean;
  onTable: (isTable: boolean) => void;
};

/** The line below the title: what the picture shows, the total with its rows, and the way to the table and back. */
export function About({ about, total, range, isTable, onTable }: AboutProps) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const count = t('dashboard.activity.events', { count: total });
  return (
    <div className={styles.about}>
      <p>
        {about} ·{' '}
        {can.readEvents.holds(authority) ? (
          <Link to={paths.activity()} search={rowsBetween(range.from, range.to)}>
            {count}
          </Link>
        ) : (
          count
        )}
      </p>
      <Button size="compact-sm" variant="subtle" aria-pressed={isTable} onClick={() => onTable(!isTable)}>
        {t('dashboard.activity.table')}
      </Button>
    </div>
  );
}

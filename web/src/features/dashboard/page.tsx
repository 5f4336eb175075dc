import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { everywhere, useStoredFilters } from '#lib/storedFilters.ts';
import { Card } from './Card.tsx';
import { shownCards } from './cards.ts';
import { Checkouts } from './Checkouts.tsx';
import styles from './dashboard.module.css';

// pictures need more code than all the rest of the page
const Activity = lazily(async () => (await import('./Activity.tsx')).Activity, { texts: ['dashboard', 'activity'] });

/** Insights: the cards and pictures, or the people who hold several keys. Specification, part 2, section 2 'Dashboard cards and detail'. */
export function DashboardPage() {
  const { t } = useTranslation();
  const session = useSession();
  const { details_view: details } = useSearch({ strict: false });
  const filters = useStoredFilters(everywhere);
  if (details === 'multipleOnekeyCheckouts') return <Checkouts filters={filters} />;
  return (
    <div className={styles.page}>
      <h1>{t('dashboard.title')}</h1>
      <ul className={styles.cards}>
        {shownCards(session).map((report) => (
          <Card key={report} report={report} filters={filters} />
        ))}
      </ul>
      <Suspense fallback={<div className={styles.late} />}>
        <Activity filters={filters} />
      </Suspense>
    </div>
  );
}

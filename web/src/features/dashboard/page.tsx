import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { everywhere, type Filters, useStoredFilters } from '#lib/storedFilters.ts';
import { filtersOf, type ListSearch, listSearch } from '#list/url.ts';
import { useLocationAccess } from '#list/useLocationAccess.ts';
import { IconClock, IconKey } from '#ui/icons.tsx';
import { NoPermission } from '#ui/states.tsx';
import { Card } from './Card.tsx';
import { shownCards } from './cards.ts';
import { Checkouts } from './Checkouts.tsx';
import styles from './dashboard.module.css';
import { SendReport } from './SendReport.tsx';

// the pictures need more code than the rest of the page
const Pictures = lazily(async () => (await import('./Pictures.tsx')).Pictures, {
  texts: ['dashboard', 'activity', 'pictures'],
});
const Custody = lazily(async () => (await import('./Custody.tsx')).Custody, {
  texts: ['custody', 'dashboard', 'lost'],
});
const Closing = lazily(async () => (await import('./Closing.tsx')).Closing, { texts: ['closing', 'dashboard'] });

/** Locations that the address names, such as that of a mailed figure's link. */
const locationsOf = (search: ListSearch): Filters =>
  Object.fromEntries(Object.entries(filtersOf(search)).filter(([column]) => column.startsWith('tags.')));

/**
 * Insights: the cards and pictures, the people with several keys, the keys that are out, or the closing checks. Specification,
 * part 2, section 2 'Dashboard cards and detail'.
 */
export function DashboardPage() {
  const { t } = useTranslation();
  const session = useSession();
  const search = useSearch({ strict: false });
  const { details_view: details, location } = search;
  const filters = useStoredFilters(everywhere);
  const cards = shownCards(session);
  const access = useLocationAccess();
  // zeros would suggest that all is well. Specification, part 1, section 6 'Location access'
  if (access === 'none') return <NoPermission text={t('list.noLocationAccess')} />;
  if (details === 'multipleOnekeyCheckouts')
    return <Checkouts global={filters} own={locationsOf(listSearch(search))} />;
  if (details === 'custody') return <Custody filters={filters} location={location} />;
  if (details === 'closing') return <Closing filters={filters} />;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('dashboard.title')}</h1>
        {can.readDevices.holds(session.authority) ? (
          <>
            <Link to={paths.dashboard({ details_view: 'custody' })} className={styles.back}>
              <IconKey size={16} />
              {t('dashboard.custody')}
            </Link>
            <Link to={paths.dashboard({ details_view: 'closing' })} className={styles.back}>
              <IconClock size={16} />
              {t('dashboard.closing')}
            </Link>
          </>
        ) : null}
        {cards.length > 0 ? <SendReport filters={filters} /> : null}
      </div>
      <ul className={styles.cards}>
        {cards.map((report) => (
          <Card key={report} report={report} filters={filters} />
        ))}
      </ul>
      <Suspense fallback={<div className={styles.late} />}>
        <Pictures filters={filters} />
      </Suspense>
    </div>
  );
}

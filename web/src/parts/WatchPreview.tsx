import { watches } from '@keyward/contract/insights-calls';
import type { WatchInput } from '@keyward/contract/watches';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import styles from './reports.module.css';
import { ruleOf, type WatchValues, zoneOf } from './watchValues.ts';

/** What a watch watches. */
export type Watched = Pick<WatchInput, 'resource' | 'base' | 'filter' | 'search'>;

/** How many rows there are now, and how often the watch would have spoken; needs the texts of `watches`. */
export function WatchPreview({ watched, values }: { watched: Watched; values: WatchValues }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const { resource, base, filter, search } = watched;
  const rule = ruleOf(values);
  const read = useApi(
    watches.preview,
    { body: { resource, base, filter, search, rule: rule ?? { when: 'appears' }, ...zoneOf(zone) } },
    { enabled: rule !== null, keepPrevious: true },
  );
  if (!rule) return null;
  if (!read.data) return <ReadFailed words={t('watches.previewFailed')} read={read} />;
  const { rows, times } = read.data.data;
  return (
    <p role="status" className={styles.quiet}>
      {t('watches.rowsNow', { count: rows })}{' '}
      {times === null ? t('watches.noHistory') : t('watches.times', { count: times })}
    </p>
  );
}

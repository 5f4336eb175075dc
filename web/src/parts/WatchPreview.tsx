import { watches } from '@keyward/contract/insights-calls';
import type { WatchInput } from '@keyward/contract/watches';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
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
  const failure = useFailure(read);
  const found = read.data?.data;
  if (!rule || !(failure ?? found)) return null;
  return (
    <div tabIndex={-1}>
      <ReadFailed words={t('watches.previewFailed')} read={read} />
      {found && !failure ? (
        <p role="status" className={styles.quiet}>
          {t('watches.rowsNow', { count: found.rows })}{' '}
          {found.times === null ? t('watches.noHistory') : t('watches.times', { count: found.times })}
        </p>
      ) : null}
    </div>
  );
}

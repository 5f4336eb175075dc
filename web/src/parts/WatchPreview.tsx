import { watches } from '@keyward/contract/insights-calls';
import type { WatchInput, WatchRule } from '@keyward/contract/watches';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import styles from './reports.module.css';
import { ruleOf, type WatchValues, zoneOf } from './watchValues.ts';

/** The rows that a watch watches, as a query. */
export type Watched = Pick<WatchInput, 'resource' | 'base' | 'filter' | 'search'>;

/** Pause in typing after which the preview is requested, in ms: not at each digit of a number. */
const pauseMs = 400;

/** The present number of rows, and how often the watch would have notified; needs the texts of `watches`. */
export function WatchPreview({ watched, values }: { watched: Watched; values: WatchValues }) {
  const rule = ruleOf(values);
  return rule ? <RulePreview watched={watched} rule={rule} /> : null;
}

function RulePreview({ watched, rule }: { watched: Watched; rule: WatchRule }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const { resource, base, filter, search } = watched;
  const asked = JSON.stringify(rule);
  const [settled] = useDebouncedValue(asked, pauseMs);
  const settledRule: WatchRule = JSON.parse(settled);
  const read = useApi(
    watches.preview,
    { body: { resource, base, filter, search, rule: settledRule, ...zoneOf(zone) } },
    { keepPrevious: true },
  );
  const failure = useFailure(read);
  const found = read.data?.data;
  // the reply is for another rule than the fields have
  const old = settled !== asked || read.isPlaceholderData;
  if (!(failure ?? found)) return null;
  return (
    <div tabIndex={-1}>
      <ReadFailed words={t('watches.previewFailed')} read={read} />
      {found && !failure ? (
        <p role="status" className={styles.quiet} aria-busy={old} data-old={old || undefined}>
          {t('watches.rowsNow', { count: found.rows })}{' '}
          {found.times === null ? t('watches.noHistory') : t('watches.times', { count: found.times })}
        </p>
      ) : null}
    </div>
  );
}

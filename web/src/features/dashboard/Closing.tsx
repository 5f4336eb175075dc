import { custody } from '@keyward/contract/insights-calls';
import type { ClosingLocation } from '@keyward/contract/custody';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { useNow } from '#lib/now.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { useFailure } from '#lib/useFailure.ts';
import { IconPlace } from '#ui/icons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { BackLink } from './BackLink.tsx';
import { ClosingRow } from './ClosingRow.tsx';
import { closingStateOf, closingStates } from './closingState.ts';
import { Loading } from './Loading.tsx';
import { Outdated } from './Outdated.tsx';
import { useLiveDevices } from './useLiveDevices.ts';
import styles from './custody.module.css';
import shared from './dashboard.module.css';

/** Interval of reads, in ms; the server checks each minute. */
const againMs = 30_000;

function byUrgency(rows: readonly ClosingLocation[], now: number): ClosingLocation[] {
  const rank = (one: ClosingLocation) => closingStates.indexOf(closingStateOf(one, now));
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** Last closing check of each location, those with problems first. */
export function Closing({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const now = useNow();
  useLiveDevices(custody.closing);
  const closing = useApi(
    custody.closing,
    { query: filters },
    { staleTime: 0, refetchInterval: againMs, keepPrevious: true },
  );
  const failure = useFailure(closing);
  // the checks of another location must not stand in for those that could not be read
  const data = failure && closing.isPlaceholderData ? undefined : closing.data;
  return (
    <div className={shared.page}>
      <BackLink />
      <div className={shared.head}>
        <h1>{t('closing.title')}</h1>
      </div>
      {failure && data ? <Outdated words={(time) => t('closing.outdated', { time })} read={closing} /> : null}
      {data ? (
        <>
          <p className={styles.intro}>
            {t('closing.hint')} <Mailed {...data.mailed} />
          </p>
          {data.data.length === 0 ? (
            <EmptyState icon={<IconPlace size={24} />} title={t('closing.none')} text={t('closing.noneHint')} />
          ) : (
            <div className={shared.frame}>
              <table className={styles.board}>
                <thead>
                  <tr>
                    <th scope="col">{t('closing.columns.state')}</th>
                    <th scope="col">{t('closing.columns.location')}</th>
                    <th scope="col">{t('closing.columns.found')}</th>
                    <th scope="col">{t('closing.columns.closed')}</th>
                    <th scope="col">{t('closing.columns.since')}</th>
                  </tr>
                </thead>
                <tbody>
                  {byUrgency(data.data, now).map((row) => (
                    <ClosingRow key={row.location.id} row={row} />
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      ) : failure ? (
        <ErrorState title={t('closing.failed')} text={errorText(failure)} read={closing} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** Numbers of profiles that are mailed at an alert and at an escalation. */
function Mailed({ alert, escalate, minutes }: { alert: number; escalate: number; minutes: number }) {
  const { t } = useTranslation();
  if (alert + escalate === 0) return t('closing.mailed.none');
  return (
    <>
      {alert > 0 ? t('closing.mailed.alert', { count: alert }) : null}{' '}
      {escalate > 0 ? t('closing.mailed.escalate', { count: escalate, minutes }) : null}
    </>
  );
}

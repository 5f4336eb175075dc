import { custody } from '@keyward/contract/insights-calls';
import { type CustodyState, custodyStates, type HeldKey } from '@keyward/contract/custody';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FC, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { useFailure } from '#lib/useFailure.ts';
import { Badge, type Tone } from '#ui/Badge.tsx';
import { IconCheck, IconClock, IconKey, IconMinus, IconWarning } from '#ui/icons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { BackLink } from './BackLink.tsx';
import { CustodyLocations } from './CustodyLocations.tsx';
import { KeyRow } from './KeyRow.tsx';
import { Loading } from './Loading.tsx';
import { Outdated } from './Outdated.tsx';
import { useLiveDevices } from './useLiveDevices.ts';
import styles from './custody.module.css';
import shared from './dashboard.module.css';

/** Interval of reads, in ms: a key becomes due without a change that the server could send. */
const againMs = 30_000;
const pageSize = 50;

type Of = { filters: Filters; /** The id of one location, or NOT_EXISTS. */ location: string | undefined };

function useBoard({ filters, location }: Of, page: number) {
  const only = location === undefined ? {} : { location };
  const query = { ...filters, ...only, page: String(page), results_per_page: String(pageSize) };
  return useApi(custody.board, { query }, { staleTime: 0, refetchInterval: againMs, keepPrevious: true });
}

/** Keys that are out now, overdue first: those of all locations, or of one. */
export function Custody(of: Of) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { location } = of;
  const [read, setRead] = useState({ location, pages: 1 });
  const pages = read.location === location ? read.pages : 1;
  useLiveDevices(custody.board);
  const board = useBoard(of, 1);
  const failure = useFailure(board);
  // the keys of another location must not stand in for those that could not be read
  const data = failure && board.isPlaceholderData ? undefined : board.data;
  return (
    <div className={shared.page}>
      <BackLink />
      <div className={shared.head}>
        <h1>{t('custody.title')}</h1>
        {data ? <p role="status">{t('custody.keys', { count: data.total_results })}</p> : null}
      </div>
      {failure && data ? <Outdated words={(time) => t('custody.outdated', { time })} read={board} /> : null}
      {data ? (
        <>
          <CustodyLocations locations={data.locations} chosen={location} />
          {data.total_results === 0 ? (
            <Nothing isFiltered={location !== undefined && data.locations.length > 0} />
          ) : (
            <>
              <Counts counts={data.counts} />
              <div className={shared.frame}>
                <table className={styles.board}>
                  <Heads />
                  {Array.from({ length: pages }, (_, i) => (
                    <KeysOfPage key={i + 1} of={of} page={i + 1} />
                  ))}
                </table>
              </div>
              {data.total_results > pages * pageSize ? (
                <Button
                  variant="default"
                  className={styles.more ?? ''}
                  onClick={() => setRead({ location, pages: pages + 1 })}
                >
                  {t('custody.more')}
                </Button>
              ) : null}
            </>
          )}
        </>
      ) : failure ? (
        <ErrorState title={t('custody.failed')} text={errorText(failure)} read={board} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  const icon = <IconKey size={24} />;
  if (!isFiltered) return <EmptyState icon={icon} title={t('custody.empty.title')} text={t('custody.empty.hint')} />;
  return (
    <EmptyState icon={icon} title={t('custody.locations.none')}>
      <Button component={Link} to={paths.dashboard({ details_view: 'custody' })} variant="default">
        {t('custody.locations.all')}
      </Button>
    </EmptyState>
  );
}

const looks: Record<CustodyState, { tone: Tone; icon: FC<{ size?: number }> }> = {
  overdue: { tone: 'failure', icon: IconWarning },
  dueSoon: { tone: 'warning', icon: IconClock },
  inTime: { tone: 'success', icon: IconCheck },
  noCurfew: { tone: 'quiet', icon: IconMinus },
};

/** The number of keys in each state. */
function Counts({ counts }: { counts: Record<CustodyState, number> }) {
  const { t, i18n } = useTranslation();
  return (
    <ul className={styles.counts}>
      {custodyStates
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <li key={state}>
            <Badge {...looks[state]}>
              {t(`custody.states.${state}`)} {numberWords(counts[state], i18n.language)}
            </Badge>
          </li>
        ))}
    </ul>
  );
}

function Heads() {
  const { t } = useTranslation();
  const { authority } = useSession();
  return (
    <thead>
      <tr>
        <th scope="col">{t('custody.columns.state')}</th>
        <th scope="col">{t('custody.columns.key')}</th>
        <th scope="col">{t('custody.columns.location')}</th>
        <th scope="col">{t('custody.columns.holder')}</th>
        <th scope="col">{t('custody.columns.since')}</th>
        <th scope="col">{t('custody.columns.due')}</th>
        {can.editDevices.holds(authority) ? <th scope="col">{t('custody.columns.reminder')}</th> : null}
      </tr>
    </thead>
  );
}

function KeysOfPage({ of, page }: { of: Of; page: number }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error } = useBoard(of, page);
  return (
    <tbody>
      {data?.data.map((row: HeldKey) => (
        <KeyRow
          key={row.id}
          row={row}
          state={<Badge {...looks[row.state]}>{t(`custody.states.${row.state}`)}</Badge>}
        />
      ))}
      {error && !data ? (
        <tr>
          <td colSpan={7}>{errorText(error)}</td>
        </tr>
      ) : null}
    </tbody>
  );
}

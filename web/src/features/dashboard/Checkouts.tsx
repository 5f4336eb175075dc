import { metrics } from '@keyward/contract/insights-calls';
import type { CheckoutColumn, Checkouts as Row } from '@keyward/contract/dashboard';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { useFailure } from '#lib/useFailure.ts';
import { inOneFilter } from '#list/filters/everywhere.ts';
import { chosenLocations, unassigned } from '#parts/locationChoice.ts';
import { useLocations } from '#parts/useLocations.ts';
import { IconAccess, IconArrowLeft, IconArrowUp, IconChevronDown } from '#ui/icons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import unseen from '#ui/unseen.module.css';
import { CheckoutsCsv } from './CheckoutsCsv.tsx';
import styles from './dashboard.module.css';
import { Loading } from './Loading.tsx';

const columns: readonly CheckoutColumn[] = ['name', 'keysCheckedOut', 'keyName', 'checkoutTime'];
type Order = { column: CheckoutColumn; desc: boolean };

type Props = { /** The header's filter. */ global: Filters; /** The locations of the address. */ own: Filters };

/** 'Users with Multiple OneKeys'. Specification, part 2, section 2 'Dashboard cards and detail'. */
export function Checkouts({ global, own }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { authority, zone } = useSession();
  const [{ column, desc }, setOrder] = useState<Order>({ column: 'name', desc: false });
  const sort = `${column}:${desc ? 'desc' : 'asc'}` as const;
  const filters = inOneFilter(own, global);
  const found = useApi(
    metrics.details,
    { query: { ...filters, sort, timezone: zone } },
    { staleTime: 0, keepPrevious: true, enabled: filters !== null },
  );
  const failure = useFailure(found);
  const rows = filters === null ? [] : found.data?.data;
  return (
    <div className={styles.page}>
      <Link to={paths.dashboard()} className={styles.back}>
        <IconArrowLeft size={16} />
        {t('dashboard.details.back')}
      </Link>
      <div className={styles.head}>
        <h1>{t('dashboard.details.title')}</h1>
        {rows ? <p role="status">{t('dashboard.details.users', { count: rows.length })}</p> : null}
        {can.exportCheckouts.holds(authority) && filters && rows?.length ? (
          <CheckoutsCsv filters={filters} sort={sort} />
        ) : null}
      </div>
      <OwnLocations own={own} />
      {failure ? (
        <ErrorState title={t('dashboard.failed')} text={errorText(failure)} read={found} />
      ) : !rows ? (
        <Loading />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconAccess size={24} />}
          title={t('dashboard.details.empty.title')}
          text={t('dashboard.details.empty.hint')}
        />
      ) : (
        <>
          <Table
            rows={rows}
            order={{ column, desc }}
            onSort={(by) => setOrder({ column: by, desc: by === column && !desc })}
          />
          <p className={styles.total}>{t('dashboard.details.rows', { count: rows.length })}</p>
        </>
      )}
    </div>
  );
}

/** Names the locations of the address, and links to the page without them. */
function OwnLocations({ own }: { own: Filters }) {
  const { t } = useTranslation();
  const locations = useLocations();
  if (Object.keys(own).length === 0) return null;
  const all = [...(locations?.options ?? []), { value: unassigned, label: t('shell.locations.unassigned') }];
  const chosen = chosenLocations(own[locations?.column ?? ''], all);
  const [only, ...others] = all.filter(({ value }) => chosen.includes(value));
  const words = others.length === 0 && only ? only.label : t('shell.locations.count', { count: chosen.length });
  return (
    <div className={styles.head}>
      {locations ? <p>{words}</p> : null}
      <Link to={paths.dashboard({ details_view: 'multipleOnekeyCheckouts' })} className={styles.back}>
        {t('shell.locations.all')}
      </Link>
    </div>
  );
}

type TableProps = { rows: readonly Row[]; order: Order; onSort: (column: CheckoutColumn) => void };

function Table({ rows, order, onSort }: TableProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => setOpen(open.has(id) ? open.difference(new Set([id])) : open.union(new Set([id])));
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => {
              const sorted = order.column === column;
              return (
                <th key={column} scope="col" aria-sort={sorted ? (order.desc ? 'descending' : 'ascending') : 'none'}>
                  <button type="button" onClick={() => onSort(column)}>
                    {t(`dashboard.details.columns.${column}`)}
                    <span data-sorted={sorted || undefined} data-desc={(sorted && order.desc) || undefined}>
                      <IconArrowUp size={14} />
                    </span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            // a holder who is not visible has no id
            const id = row.id ?? row.keys[0]?.id ?? '';
            return <Person key={id} row={row} isOpen={open.has(id)} onToggle={() => toggle(id)} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A person with the latest key; expanded, a row for each key. */
function Person({ row, isOpen, onToggle }: { row: Row; isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const { zone, authority } = useSession();
  const [latest, ...others] = row.keys;
  const name = row.name ?? t('dashboard.details.hidden');
  const time = (instant: string) => <time dateTime={instant}>{dateTime(instant, zone)}</time>;
  return (
    <Fragment>
      <tr onClick={onToggle} className={styles.person}>
        <th scope="row">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'dashboard.details.hide' : 'dashboard.details.show', { name })}
            onClick={(event) => {
              // the row toggles as well
              event.stopPropagation();
              onToggle();
            }}
          >
            <IconChevronDown size={16} />
          </button>
          {row.name !== null ? name : <span className={styles.unnamed}>{name}</span>}
        </th>
        <td>{row.keysCheckedOut}</td>
        <td>
          {latest?.name}{' '}
          {others.length > 0 ? <small>{t('dashboard.details.more', { count: others.length })}</small> : null}
        </td>
        <td>{latest ? time(latest.checkoutTime) : null}</td>
      </tr>
      {isOpen
        ? row.keys.map((key) => (
            <tr key={key.id} className={styles.key}>
              <td colSpan={2}>
                <span className={unseen.unseen}>{name}</span>
              </td>
              <td>
                {can.readDevices.holds(authority) ? (
                  <Link to={paths.devices({ open: key.id })}>{key.name}</Link>
                ) : (
                  key.name
                )}
              </td>
              <td>{time(key.checkoutTime)}</td>
            </tr>
          ))
        : null}
    </Fragment>
  );
}

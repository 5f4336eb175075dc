import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import styles from '#parts/pictures/pictures.module.css';
import { devicesOf } from './strips.ts';

type Row = { id: string; name: string; serial: string; location: string | null };
type Props<R extends Row> = {
  label: string;
  /** Heading of the names. */
  head: string;
  columns: readonly string[];
  rows: readonly R[];
  /** Returns one cell for each of `columns`. */
  cells: (row: R) => readonly ReactNode[];
};

/** Devices of a picture as a table; each name links to the device in its list. */
export function DevicesTable<R extends Row>({ label, head, columns, rows, cells }: Props<R>) {
  const { t } = useTranslation();
  const { authority } = useSession();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t('dashboard.devices.location')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {can.readDevices.holds(authority) ? (
                  <Link to={paths.devices()} search={devicesOf([row])}>
                    {row.name}
                  </Link>
                ) : (
                  row.name
                )}
              </th>
              <td>{row.location ?? '–'}</td>
              {cells(row).map((cell, i) => (
                <td key={columns[i]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import pictures from '#parts/pictures/pictures.module.css';
import { type Strip, Strips } from '#parts/pictures/Strips.tsx';
import { TableButton } from '#parts/pictures/TableButton.tsx';
import styles from './devices.module.css';
import { DevicesTable } from './DevicesTable.tsx';
import { Figures } from './Figures.tsx';
import { About, devicesIn, Picture } from './Picture.tsx';
import { startsOf } from './strips.ts';
import { useDevicesLink } from './useDevicesLink.ts';

type Figured = { from: string; to: string; total: number; page: number; noDataBefore: string | null };
type Row = Strip & { id: string; serial: string; location: string | null };

type Shown<R> = {
  about: string;
  /** Search of the list of devices that shows all of them. */
  list: Record<string, string>;
  height: number;
  draw: (row: R, x: (ms: number) => number, width: number) => ReactNode;
  /** Heading of the names, and the other columns of the table. */
  head: string;
  columns: readonly string[];
  cells: (row: R) => readonly ReactNode[];
  /** Items of the legend. */
  legend: ReactNode;
};

type Props<F, R> = {
  title: string;
  read: UseQueryResult<{ data: F }, ApiError>;
  /** Text of an empty picture. */
  none: string;
  bucket: 'hour' | 'day';
  /** Returns the number of rows in words. */
  counted: (count: number) => string;
  /** Returns the range of rows on the page, and the total, in words. */
  paged: (part: { from: number; to: number; count: number }) => string;
  /** Number of rows of a page. */
  size: number;
  onPage: (page: number) => void;
  rowsOf: (figures: F) => readonly R[];
  shown: (rows: readonly R[], figures: F) => Shown<R>;
};

/** Picture with a time strip for each device, one page of devices at a time, and the table behind it. */
export function DevicesPicture<F extends Figured, R extends Row>({
  title,
  read,
  none,
  rowsOf,
  shown,
  ...frame
}: Props<F, R>) {
  const { t } = useTranslation();
  return (
    <Picture title={title}>
      <Figures read={read} none={none} failed={t('dashboard.devices.failed')}>
        {(figures) => {
          const rows = rowsOf(figures);
          return <Page {...frame} {...shown(rows, figures)} rows={rows} figures={figures} />;
        }}
      </Figures>
    </Picture>
  );
}

type PageProps<F, R> = Omit<Props<F, R>, 'title' | 'read' | 'none' | 'rowsOf' | 'shown'> &
  Shown<R> & { rows: readonly R[]; figures: F };

function Page<F extends Figured, R extends Row>(props: PageProps<F, R>) {
  const { figures, bucket, counted, paged, size, onPage, about, list, rows, height, draw } = props;
  const { t } = useTranslation();
  const { zone } = useSession();
  const [isTable, setTable] = useState(false);
  const link = useDevicesLink();
  const { from, to, total, page, noDataBefore } = figures;
  const before = (page - 1) * size;
  const count =
    rows.length < total ? paged({ from: before + 1, to: before + rows.length, count: total }) : counted(total);
  const label = `${about}. ${count}`;
  return (
    <>
      <About about={about} count={count} target={devicesIn(list)}>
        <TableButton isTable={isTable} onTable={setTable} />
      </About>
      {isTable ? (
        <DevicesTable label={label} head={props.head} columns={props.columns} rows={rows} cells={props.cells} />
      ) : (
        <Strips
          label={label}
          from={Date.parse(from)}
          to={Date.parse(to)}
          starts={startsOf(figures, bucket, zone)}
          bucket={bucket}
          zone={zone}
          rows={rows}
          height={height}
          draw={draw}
          chosen={(some) => counted(some.length)}
          keys={t(link ? 'dashboard.devices.keys' : 'dashboard.devices.keysOnly')}
          onOpen={link}
        />
      )}
      <ul className={pictures.legend}>
        {props.legend}
        {noDataBefore ? <li>{t('dashboard.devices.noDataBefore', { time: dateTime(noDataBefore, zone) })}</li> : null}
        {rows.length < total ? (
          <li className={styles.pages}>
            {[
              { next: page - 1, isThere: page > 1, name: t('dashboard.devices.previous') },
              { next: page + 1, isThere: page * size < total, name: t('dashboard.devices.next') },
            ].map(({ next, isThere, name }) => (
              <Button
                key={name}
                size="compact-sm"
                variant="default"
                // keeps the focus, unlike a disabled button
                aria-disabled={!isThere}
                data-disabled={!isThere}
                onClick={() => void (isThere && onPage(next))}
              >
                {name}
              </Button>
            ))}
            <span aria-live="polite">{count}</span>
          </li>
        ) : null}
      </ul>
    </>
  );
}

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { useListZone } from '#list/listZone.ts';
import { cellWriter } from '#list/csv/rows.ts';
import { csvShape } from '#list/csv/shape.ts';
import { RowNames } from '#list/filters/RowNames.tsx';
import { useActiveFilters } from '#list/filters/useActiveFilters.ts';
import { useQueryFacts } from '#list/filters/useQueryFacts.ts';
import type { PrintProps } from './printProps.ts';
import { printLimit } from './readRows.ts';
import styles from './report.module.css';

/** The list as a report, which replaces the page on paper; opens the browser's print dialog. */
export function ListReport({ rows, heading, views, filters, named, csv, resource, total, ...props }: PrintProps) {
  const { t } = useTranslation();
  const { me } = useSession();
  const { zone } = useListZone();
  const { current, columns = [] } = views;
  const [now] = useState(() => new Date().toISOString());
  const { facts, column, span } = useQueryFacts({ resource, views, filters, dateRange: props.dateRange });
  // the time span is already one of the facts
  const active = useActiveFilters(current?.filterSchema ?? [], filters, named).filter(
    (one) => one.column !== column || filters[one.column] !== span,
  );
  const shape = csvShape(resource, columns, csv?.labels ?? {}, zone, csv?.kinds ?? {});
  const cells = cellWriter(shape)(rows);
  const isCut = rows.length < total;
  const lines: [string, ReactNode][] = [
    ...facts,
    ...active.map(({ column: of, name, words, unnamed }): [string, ReactNode] => [
      name,
      // the page has read the names already
      unnamed.length ? <RowNames key={of} column={of} ids={unnamed} otherwise={words} /> : words,
    ]),
    [t('print.zone'), zone],
    [t('print.printed'), t('print.by', { name: me.name, time: dateTime(now, zone) })],
    [t('print.rows'), isCut ? t('print.some', { rows: rows.length, total }) : t('print.all', { count: total })],
  ];
  const print = useEffectEvent(() => {
    addEventListener('afterprint', props.onDone, { once: true });
    window.print();
  });
  // the browser's dialog is outside React
  useEffect(() => print(), []);
  return createPortal(
    <section className={styles.report} aria-hidden="true">
      <h1>{heading}</h1>
      <dl>
        {lines.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {isCut ? (
        <p>{rows.length < printLimit ? t('print.loadedOnly') : t('print.limited', { limit: printLimit })}</p>
      ) : null}
      <table>
        <thead>
          <tr>
            {shape.columns.map(({ path, header }) => (
              <th key={path} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id }, row) => (
            <tr key={id}>
              {shape.columns.map(({ path }, at) => (
                <td key={path}>{cells[row]?.[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}

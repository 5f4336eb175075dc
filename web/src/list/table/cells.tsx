import type { ColumnType, ViewColumn } from '@keyward/contract/list';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTime, dateTimeSeconds, relativeTime } from '#lib/dates.ts';
import { useLookup } from '#lib/lookup.ts';
import { memoised } from '#lib/memo.ts';
import { numberWords } from '#lib/numbers.ts';
import { shownTags, tagsOf, textOf, valueAt } from '#lib/values.ts';
import { Chips } from '#ui/Chips.tsx';
import unseen from '#ui/unseen.module.css';
import styles from './cells.module.css';

/** A page's own renderers, by accessorKey or, second, by column type. */
export type CellRenderers<T> = { [accessorKeyOrType: string]: (row: T, zone: string) => ReactNode };

type Props<T> = { column: ViewColumn; row: T; zone: string; renderers: CellRenderers<T> };

function OneCell<T extends object>({ column, row, zone, renderers }: Props<T>) {
  const own = renderers[column.accessorKey] ?? renderers[column.type];
  if (own) return own(row, zone);
  const value = valueAt(row, column.accessorKey);
  if (value === null || value === undefined || value === '') return <Nothing />;
  return views[column.type]({ value, zone, format: column.format });
}

/** One value, formatted by its column. It is not rendered again when its row moves or changes its state. */
export const Cell = memoised(OneCell);

type ValueProps = { value: unknown; zone: string; format: string | undefined };

const views: Record<ColumnType, (props: ValueProps) => ReactNode> = {
  text: ({ value }) => <Plain text={textOf(value)} />,
  code: ({ value }) => <code className={styles.code}>{textOf(value)}</code>,
  dateTime: ({ value, zone }) => <Moment instant={textOf(value)} zone={zone} />,
  reported: ({ value, zone }) => <Moment instant={textOf(value)} zone={zone} />,
  tags: ({ value }) => <Tags values={tagsOf(value)} />,
  role: ({ value }) => <Tags values={tagsOf(value)} />,
  holder: ({ value }) => <Plain text={textOf(value)} />,
  label: ({ value, format }) => <Label value={textOf(value)} format={format} />,
  security: ({ value, format }) => <Label value={textOf(value)} format={format} />,
  boolean: ({ value }) => <YesNo yes={value === true} />,
  number: ({ value }) => <NumberValue value={Number(value)} />,
};

/** A missing value: a dash on screen, a text for screen readers. */
export function Nothing() {
  const { t } = useTranslation();
  return (
    <span className={styles.nothing} data-nothing>
      <span aria-hidden>{t('list.none')}</span>
      <span className={unseen.unseen}>{t('list.noneLabel')}</span>
    </span>
  );
}

/** One line of text, truncated at the end of the column; the full text on hover. */
export const Plain = ({ text }: { text: string }) => (
  <span className={styles.text} title={text}>
    {text}
  </span>
);

/** A time in the profile's zone; the relative time on hover. */
export function Moment({ instant, zone, seconds }: { instant: string; zone: string; seconds?: boolean }) {
  return (
    <time dateTime={instant} title={relativeTime(instant)} className={styles.figures}>
      {(seconds ? dateTimeSeconds : dateTime)(instant, zone)}
    </time>
  );
}

function Label({ value, format }: { value: string; format: string | undefined }) {
  const lookup = useLookup();
  return <Plain text={format ? lookup(`${format}.${value}`, value) : value} />;
}

function YesNo({ yes }: { yes: boolean }) {
  const { t } = useTranslation();
  return yes ? t('common.yes') : t('common.no');
}

function NumberValue({ value }: { value: number }) {
  const { i18n } = useTranslation();
  return <span className={styles.figures}>{numberWords(value, i18n.language)}</span>;
}

/** Two values as chips, the rest behind '+N'. */
function Tags({ values }: { values: string[] }) {
  return values.length ? <Chips values={values} show={shownTags} /> : <Nothing />;
}

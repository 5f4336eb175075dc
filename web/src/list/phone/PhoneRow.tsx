import type { FC } from 'react';
import { memoised } from '#lib/memo.ts';
import { RowFrame, RowLink } from '#list/table/RowFrame.tsx';
import type { RowProps } from '#list/table/tableProps.ts';
import unseen from '#ui/unseen.module.css';
import type { NameProps, PhonePart } from './lines.ts';
import styles from './phone.module.css';

type Props<T> = RowProps<T> & {
  parts: {
    name: PhonePart<T> | undefined;
    marks: readonly PhonePart<T>[];
    second: readonly PhonePart<T>[];
    more: readonly PhonePart<T>[];
  };
  Name: FC<NameProps<T>> | undefined;
  zone: string;
  underDay: boolean;
};

/** A row of two lines: the first names it, the second describes it. */
function OneRow<T extends { id: string }>(props: Props<T>) {
  const { row, parts, Name, zone, underDay } = props;
  return (
    <RowFrame of={props} headRows={0} styles={styles}>
      <div role="cell" className={styles.words}>
        <span className={styles.first}>
          <RowLink of={props} className={styles.name}>
            {Name ? <Name row={row} zone={zone} underDay={underDay} /> : parts.name?.cell(row)}
          </RowLink>
          {parts.marks.map((part) => (
            <Part key={part.id} part={part} row={row} />
          ))}
        </span>
        <span className={styles.second}>
          {parts.second.map((part) => (
            <Part key={part.id} part={part} row={row} isNamed={part.isNamed} />
          ))}
        </span>
        {parts.more.length ? (
          <span className={styles.more}>
            {parts.more.map((part) => (
              <Part key={part.id} part={part} row={row} isNamed />
            ))}
          </span>
        ) : null}
      </div>
    </RowFrame>
  );
}

/** A value with the name of its column, visible only to screen readers where the value is clear without it. */
function Part<T>({ part, row, isNamed = false }: { part: PhonePart<T>; row: T; isNamed?: boolean }) {
  return (
    <span className={styles.part}>
      <span className={isNamed ? styles.label : unseen.unseen}>{part.name} </span>
      {part.cell(row)}
    </span>
  );
}

/** While the list scrolls, only the rows that come into view render. */
export const PhoneRow = memoised(OneRow);

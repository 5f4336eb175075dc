import type { FC } from 'react';
import { useKeptWords } from '#lib/errors.ts';
import { memoised } from '#lib/memo.ts';
import { RowActions } from '#list/selection/RowActions.tsx';
import { RowBox } from '#list/selection/SelectBox.tsx';
import { isFixed, nameIdOf, openedBy } from '#list/table/rowClick.ts';
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

/** A row of two lines: what it is, and how. A press anywhere opens it. */
function OneRow<T extends { id: string }>(props: Props<T>) {
  const { ref, row, index, offset, href, onFocus, reachable, open, tools, selected, state, parts, Name } = props;
  const keptWords = useKeptWords();
  const fixed = isFixed(state);
  const nameId = nameIdOf(row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter works on the link in the first line
    <div
      ref={ref}
      role="row"
      data-index={index}
      data-open={open || undefined}
      data-day={props.day}
      data-selected={selected || undefined}
      data-state={state?.state}
      aria-disabled={fixed || undefined}
      {...(tools.multi ? { 'aria-selected': selected } : {})}
      aria-rowindex={index + 1}
      className={styles.row}
      style={{ transform: `translateY(${offset}px)` }}
      onClick={(event) => openedBy(event, props)}
    >
      {tools.multi ? (
        <div role="cell" className={styles.box}>
          <RowBox
            id={row.id}
            nameId={nameId}
            checked={selected}
            disabled={fixed}
            reason={props.kept && keptWords(props.kept)}
            onToggle={() => tools.onToggle(row)}
            onExtend={() => tools.onExtend(index)}
          />
        </div>
      ) : null}
      <div role="cell" className={styles.words}>
        <span className={styles.first}>
          <a
            id={nameId}
            href={href}
            className={styles.name}
            tabIndex={reachable ? 0 : -1}
            aria-haspopup="dialog"
            aria-current={open || undefined}
            onFocus={() => onFocus(index)}
          >
            {Name ? <Name row={row} zone={props.zone} underDay={props.underDay} /> : parts.name?.cell(row)}
          </a>
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
      {tools.tail ? (
        <div role="cell" className={styles.tail}>
          <RowActions
            row={row}
            nameId={nameId}
            actions={tools.single}
            state={state}
            reachable={reachable}
            onAct={tools.onAct}
          />
        </div>
      ) : null}
    </div>
  );
}

/** A value with the name of its column, which is for screen readers alone where the value says enough. */
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

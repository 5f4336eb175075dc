import type { CSSProperties, ReactNode } from 'react';
import { RowActions } from '#list/selection/RowActions.tsx';
import { RowBox } from '#list/selection/SelectBox.tsx';
import { isFixed, nameIdOf, openedBy } from './rowClick.ts';
import type { RowProps } from './tableProps.ts';

type FrameProps<T> = {
  of: RowProps<T>;
  /** Rows of the table above the first: its head, if it has one. */
  headRows: 0 | 1;
  styles: { row?: string | undefined; box?: string | undefined; tail?: string | undefined };
  style?: CSSProperties;
  /** The cells of the row. */
  children: ReactNode;
};

/** A row of a list, in a table or on a phone: its box, its cells and its actions. A press anywhere opens it. */
export function RowFrame<T extends { id: string }>({ of, headRows, styles, style, children }: FrameProps<T>) {
  const { ref, row, index, offset, day, open, reachable, tools, selected, state, unselectable } = of;
  const fixed = isFixed(state);
  const nameId = nameIdOf(row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter works on the link of the row's name
    <div
      ref={ref}
      role="row"
      data-index={index}
      data-open={open || undefined}
      data-day={day}
      data-selected={selected || undefined}
      data-state={state?.state}
      aria-disabled={fixed || undefined}
      {...(tools.multi ? { 'aria-selected': selected } : {})}
      aria-rowindex={index + 1 + headRows}
      className={styles.row}
      style={{ ...style, transform: `translateY(${offset}px)` }}
      onClick={(event) => openedBy(event, of)}
    >
      {tools.multi ? (
        <div role="cell" className={styles.box}>
          <RowBox
            id={row.id}
            nameId={nameId}
            checked={selected}
            disabled={fixed}
            reason={unselectable}
            onToggle={() => tools.onToggle(row)}
            onExtend={() => tools.onExtend(index)}
          />
        </div>
      ) : null}
      {children}
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

type LinkProps<T> = { of: RowProps<T>; className: string | undefined; children: ReactNode };

/** The row's name as a link, so that the row can be opened in a new tab, copied and reached by keyboard. */
export const RowLink = <T extends { id: string }>({ of, className, children }: LinkProps<T>) => (
  <a
    id={nameIdOf(of.row)}
    href={of.href}
    className={className}
    tabIndex={of.reachable ? 0 : -1}
    aria-haspopup="dialog"
    aria-current={of.open || undefined}
  >
    {children}
  </a>
);

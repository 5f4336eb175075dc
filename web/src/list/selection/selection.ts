/** A row, as far as the selection needs it. */
export type Row = { id: string };

/** The state of an action on a row; a row without a state is idle. Specification, part 2, section 4 'Row action'. */
export type RowState =
  | { state: 'progress'; text: string }
  | { state: 'success'; text: string }
  | { state: 'error'; reason: string };

/**
 * The selection: rows, in the order in which they were selected, or all that the list's query finds (`all`: the number on screen
 * at the time) without those that were deselected. `anchor` is the start of a range.
 */
export type Selection = {
  rows: ReadonlyMap<string, Row>;
  all: number | null;
  without: ReadonlySet<string>;
  anchor: string | null;
};

export const noSelection: Selection = { rows: new Map(), all: null, without: new Set(), anchor: null };

export const isChosen = ({ rows, all, without }: Selection, id: string): boolean =>
  all === null ? rows.has(id) : !without.has(id);

export const countOf = ({ rows, all, without }: Selection): number => (all === null ? rows.size : all - without.size);

const byId = (rows: Iterable<Row>): Map<string, Row> => new Map([...rows].map((row) => [row.id, row]));

/** Selects or deselects a row. Of 'all', only that row is deselected; when none is left, the selection is empty. */
export function toggled(selection: Selection, row: Row): Selection {
  if (selection.all !== null) {
    const without = new Set(selection.without);
    if (!without.delete(row.id)) without.add(row.id);
    const next = { ...selection, without, anchor: row.id };
    return countOf(next) > 0 ? next : { ...noSelection, anchor: row.id };
  }
  const rows = new Map(selection.rows);
  if (!rows.delete(row.id)) rows.set(row.id, row);
  return { ...noSelection, rows, anchor: row.id };
}

/** Selects all rows from the anchor to `index`; without an anchor, only that row. Fixed rows are left out. */
export function extended(
  selection: Selection,
  loaded: readonly Row[],
  index: number,
  isFixed: (id: string) => boolean,
): Selection {
  const anchor = loaded.findIndex((row) => row.id === selection.anchor);
  const from = anchor < 0 ? index : anchor;
  const range = loaded.slice(Math.min(from, index), Math.max(from, index) + 1).filter((row) => !isFixed(row.id));
  const ids = new Set(range.map((row) => row.id));
  return {
    ...selection,
    rows: byId([...selection.rows.values(), ...range]),
    without: new Set([...selection.without].filter((id) => !ids.has(id))),
    anchor: loaded[from]?.id ?? null,
  };
}

/** Adds all loaded rows to the selection. */
export const withLoaded = (selection: Selection, loaded: readonly Row[]): Selection => ({
  ...selection,
  rows: byId([...selection.rows.values(), ...loaded]),
});

export type HeaderState = 'none' | 'some' | 'all';
/** The state of the checkbox above the rows, which counts the loaded ones. */
export function headerState(selection: Selection, loaded: readonly Row[]): HeaderState {
  const chosen = loaded.filter((row) => isChosen(selection, row.id)).length;
  return chosen === 0 ? 'none' : chosen < loaded.length ? 'some' : 'all';
}

/** 'All' without the rows that cannot be selected; the same selection when it has none of them. */
export function withoutFixed(selection: Selection, fixed: Iterable<string>): Selection {
  const left = selection.all === null ? [] : [...fixed].filter((id) => !selection.without.has(id));
  if (left.length === 0) return selection;
  const next = { ...selection, without: new Set([...selection.without, ...left]) };
  return countOf(next) > 0 ? next : noSelection;
}

/**
 * The selection after an action on selected rows: empty, unless it has changed since (`before`: the selection at that time). Rows
 * that were selected since stay, without the rows that are done.
 */
export function withoutActed(selection: Selection, before: Selection, ids: readonly string[]): Selection {
  if (selection === before || selection.all !== null) return noSelection;
  const done = new Set(ids);
  return { ...selection, rows: byId([...selection.rows.values()].filter((row) => !done.has(row.id))) };
}

/** The selection after an action on this row alone. 'All' ends: the query may find another number of rows now. */
export function withoutDone(selection: Selection, id: string): Selection {
  if (selection.all !== null) return noSelection;
  const rows = new Map(selection.rows);
  rows.delete(id);
  return { ...selection, rows };
}

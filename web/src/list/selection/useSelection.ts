import type { CustomView, ViewAction } from '@keyward/contract/list';
import { useMemo, useState } from 'react';
import {
  extended,
  headerState,
  noSelection,
  type Row,
  type RowState,
  type Selection,
  toggled,
  withLoaded,
  withoutActed,
  withoutDone,
  withoutFixed,
} from './selection.ts';

/**
 * A pressed action and its target. Of all that a query finds (`all`: the number on screen at the time), the loaded rows show the
 * progress; those in `without` were deselected. `selection`: the selection when it was pressed.
 */
export type Run = {
  action: ViewAction;
  target:
    | { single: Row }
    | { rows: Row[]; selection: Selection }
    | { all: number; without: readonly string[]; loaded: Row[]; selection: Selection };
};

/** Shared by all rows; the same object while nothing changes, since every row receives it. */
export type RowTools = {
  /** Rows have a checkbox. */
  multi: boolean;
  /** The actions of one row. */
  single: readonly ViewAction[];
  /** Rows end with their actions and the progress of these. */
  tail: boolean;
  onToggle: (row: Row) => void;
  /** Selects all rows from the last selected one to this one. */
  onExtend: (index: number) => void;
  onAct: (action: ViewAction, row: Row) => void;
};

type Held = {
  scope: string;
  /** The query that `all` refers to. */
  question: string;
  selection: Selection;
  states: ReadonlyMap<string, RowState>;
};

const nothingToDo: ViewAction[] = [];
const settled = (state: RowState | undefined) => state?.state === 'progress' || state?.state === 'success';

/**
 * The selection of a list, and the actions in progress. It is cleared when the view or the entity (`scope`) changes
 * (specification, part 2, section 2); 'all' holds only for the query it was selected in.
 */
export function useSelection(list: {
  scope: string;
  question: string;
  view: CustomView | undefined;
  rows: Row[];
  unselectable: ReadonlyMap<string, string>;
}) {
  const { scope, question, view, rows, unselectable } = list;
  const fresh: Held = { scope, question, selection: noSelection, states: new Map() };
  const [held, setHeld] = useState(fresh);
  const [run, setRun] = useState<Run | null>(null);
  const { selection, states } = held;
  if (held.scope !== scope || (selection.all !== null && held.question !== question)) {
    setHeld(fresh);
    setRun(null);
  }
  // such a row may be loaded after all were selected, and its checkbox could not deselect it
  const possible = withoutFixed(selection, unselectable.keys());
  if (possible !== selection)
    setHeld((now) => ({ ...now, selection: withoutFixed(now.selection, unselectable.keys()) }));

  const single = view?.actions.single ?? nothingToDo;
  const bulk = view?.actions.bulk ?? nothingToDo;
  const multi = view !== undefined && view.isMultiselect && bulk.length > 0;
  const tools: RowTools = useMemo(() => {
    const choose = (change: (now: Held) => Selection) => setHeld((now) => ({ ...now, selection: change(now) }));
    return {
      multi,
      single,
      tail: multi || single.length > 0,
      onToggle: (row) =>
        choose((now) =>
          settled(now.states.get(row.id)) || unselectable.has(row.id) ? now.selection : toggled(now.selection, row),
        ),
      onExtend: (index) =>
        choose((now) =>
          extended(now.selection, rows, index, (id) => settled(now.states.get(id)) || unselectable.has(id)),
        ),
      onAct: (action, row) => setRun({ action, target: { single: row } }),
    };
  }, [multi, single, rows, unselectable]);

  // a row with an action in progress or done cannot be selected: all are selected without it
  const free = rows.filter((row) => !settled(states.get(row.id)) && !unselectable.has(row.id));
  const header = headerState(selection, free);
  return {
    tools,
    bulk,
    selection,
    states,
    header,
    /** The number of loaded rows that can be selected. */
    free: free.length,
    run,
    onRun: setRun,
    onToggleAll: () =>
      setHeld({
        ...held,
        selection: header === 'all' ? noSelection : { ...withLoaded(selection, free), without: noSelection.without },
      }),
    onClear: () => setHeld({ ...held, selection: noSelection }),
    onChooseAll: (count: number) =>
      setHeld({
        ...held,
        question,
        selection: { ...withLoaded(selection, free), all: count, without: noSelection.without },
      }),
    unselectable,
    /**
     * Sets the state of rows; null: idle again. An action that is done on the selected rows (`done`: the selection when it was
     * pressed) clears it (specification, part 2, section 4 'Bulk action'); one on a single row deselects that row.
     */
    onState: (ids: readonly string[], state: ((id: string) => RowState) | null, done?: 'row' | Selection) =>
      setHeld((now) => {
        const next = new Map(now.states);
        for (const id of ids) {
          if (state) next.set(id, state(id));
          else next.delete(id);
        }
        const [id = ''] = ids;
        const left = done === 'row' ? withoutDone(now.selection, id) : done && withoutActed(now.selection, done, ids);
        return { ...now, states: next, selection: left ?? now.selection };
      }),
  };
}
export type Picking = ReturnType<typeof useSelection>;

import type { ViewAction } from '@keyward/contract/list';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { lazily } from '#lib/lazily.ts';
import { IconCheck, IconFailure } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Tip } from '#ui/Tip.tsx';
import { fits } from './actions.ts';
import { RowButton } from './RowButton.tsx';
import styles from './rowTools.module.css';
import type { Row, RowState } from './selection.ts';

const RowMenu = lazily(async () => (await import('./RowMenu.tsx')).RowMenu);

type Props = {
  row: Row;
  nameId: string;
  actions: readonly ViewAction[];
  state: RowState | undefined;
  reachable: boolean;
  onAct: (action: ViewAction, row: Row) => void;
};

/** The end of a row: its actions, and their progress. */
export function RowActions({ row, nameId, actions, state, reachable, onAct }: Props) {
  // the code of the menu loads on the first press (null: none yet); it stays closed when an action has failed
  const [open, setOpen] = useState<boolean | null>(null);
  const acted = useRef(false);
  const isBusy = state?.state === 'progress';
  // the focus is outside React: the menu's button, which had it, is replaced by the progress
  useLayoutEffect(() => {
    if (!isBusy || !acted.current) return;
    acted.current = false;
    if (document.activeElement === document.body) document.getElementById(nameId)?.focus({ preventScroll: true });
  }, [isBusy, nameId]);
  const able = actions.filter((action) => action.type === 'spacer' || fits(action, row));
  if (state?.state === 'progress') return <Spinner size={16} label={state.text} />;
  if (state?.state === 'success') {
    return (
      <span className={styles.done} role="img" aria-label={state.text} title={state.text}>
        <IconCheck size={16} />
      </span>
    );
  }
  const button = { id: `act-${row.id}`, nameId, tabIndex: reachable ? 0 : -1 };
  const first = <RowButton {...button} aria-expanded={open === true} onClick={() => setOpen(true)} />;
  return (
    <>
      {state ? (
        <Tip label={state.reason} explains>
          <button type="button" className={styles.error} aria-label={state.reason} tabIndex={reachable ? 0 : -1}>
            <IconFailure size={18} />
          </button>
        </Tip>
      ) : null}
      {able.every((action) => action.type === 'spacer') ? null : open !== null ? (
        <Suspense fallback={first}>
          <RowMenu
            row={row}
            actions={able}
            button={button}
            open={open}
            onOpen={setOpen}
            onAct={(action) => {
              acted.current = true;
              onAct(action, row);
            }}
          />
        </Suspense>
      ) : (
        first
      )}
    </>
  );
}

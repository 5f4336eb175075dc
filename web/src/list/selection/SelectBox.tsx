import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Tip } from '#ui/Tip.tsx';
import unseen from '#ui/unseen.module.css';
import styles from './rowTools.module.css';
import type { HeaderState } from './selection.ts';

/** The checkbox of a row: a click with Shift selects all rows since the last one. Space on the row does the same. */
export function RowBox(props: {
  id: string;
  /** The element that names the row. */
  nameId: string;
  checked: boolean;
  disabled: boolean;
  /** The reason why it cannot be selected. */
  reason: string | undefined;
  onToggle: () => void;
  onExtend: () => void;
}) {
  const { t } = useTranslation();
  const { id, nameId, checked, disabled, reason, onToggle, onExtend } = props;
  const boxId = `pick-${id}`;
  const box = (
    <label className={styles.pick}>
      <input
        type="checkbox"
        id={boxId}
        aria-label={t('list.selection.row')}
        aria-labelledby={`${boxId} ${nameId}`}
        checked={checked}
        disabled={disabled || reason !== undefined}
        aria-describedby={reason === undefined ? undefined : `${boxId}-reason`}
        tabIndex={-1}
        // a click with Shift would select the text in between
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        // a label passes its click on to the checkbox, with the modifier keys
        onClick={(event) => (event.shiftKey && !checked ? onExtend() : onToggle())}
        onChange={() => undefined}
      />
      {reason !== undefined && (
        <span id={`${boxId}-reason`} className={unseen.unseen}>
          {reason}
        </span>
      )}
    </label>
  );
  return reason === undefined ? (
    box
  ) : (
    <Tip label={reason} explains>
      {box}
    </Tip>
  );
}

/** The checkbox above the rows: none, some or all of the loaded ones. */
export function HeaderBox({ state, onToggle }: { state: HeaderState; onToggle: () => void }) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // 'some' is a property without an HTML attribute
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <label className={styles.pick}>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('list.selection.loaded')}
        checked={state === 'all'}
        onChange={onToggle}
      />
    </label>
  );
}
